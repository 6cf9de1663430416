import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { pageForEach } from '../../dev/render-hook.ts'
import type { KeyChange } from './use-key-change.ts'

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const page = pageForEach()

it('a wallet is added once, whatever is pressed while its addition is on its way [settings.keys-add]', async () => {
  const { AddWalletKey } = await import('./add-wallet-key.tsx')
  const asked: KeyChange[] = []
  for (const isBusy of [false, true]) {
    const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
    const known = [null]
    const form = await page.render(client, () =>
      AddWalletKey({ account: ACCOUNT, known, isBusy, onAsk: (change) => asked.push(change), onClose: () => {} }),
    )
    const [field, buttons] = form.current.props.children
    await page.act(async () => field.props.onText(OTHER))
    await page.act(async () => form.current.props.onSubmit(new Event('submit')))
    expect(buttons.props.children[0].props.disabled).toBe(isBusy)
    expect(asked).toMatchObject([{ kind: 'add-key', key: OTHER }])
  }
})

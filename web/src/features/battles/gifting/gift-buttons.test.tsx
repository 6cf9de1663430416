import { expect, it } from 'vitest'
import { pageForEach } from '../../../dev/render-hook.ts'

const side = (id: string) => ({ person: { id }, name: id, accent: 'none', steeze: 0 })
const SIDES = [side('ada'), side('bo')] as never
const battle = (status: string) =>
  ({ id: 'b', status, can: { gift: { allowed: status === 'active', reason: 'BATTLE_ENDED' } } }) as never

const page = pageForEach()

it('an open gift dialog closes when the battle ends, and a toast says so [battles.gift-dialog-ends]', async () => {
  const { useGifting } = await import('./gift-buttons.tsx')
  const { toasts } = await import('#ui/feedback/toast')
  const gifting = await page.renderWith('active', (status) =>
    useGifting({ battle: battle(status), sides: SIDES, viewerId: 'cy', onGiven: () => {} }),
  )
  const isOpen = () => (gifting.current.sheet ? gifting.current.sheet.props.open : false)
  await page.act(async () => gifting.current.buttons[0]?.onPress())
  expect([isOpen(), toasts.current()]).toEqual([true, null])
  await gifting.show('completed')
  expect([isOpen(), toasts.current()?.title]).toEqual([false, 'The battle is over'])
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPage } from '../../dev/render-hook.ts'
import type { PayingWallet } from '../use-paying-wallet.ts'

const FAILED = { title: 'Nothing Changed', description: 'As before.' }
const WALLET = { info: { uuid: '1', name: 'Some Wallet', icon: '', rdns: 'some.wallet' } }

let page: ReturnType<typeof openPage>
beforeEach(() => {
  page = openPage()
})
afterEach(() => page.close())

async function said(wallet: object) {
  const { OwnSender } = await import('./own-sender.tsx')
  const { readKey } = await import('#lib/query-client')
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  client.setQueryData(readKey('GET /api/config'), { chain: { id: 8_453, kind: 'base', name: 'Base Mainnet' } })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <OwnSender wallet={wallet as PayingWallet} failed={FAILED} />
    </QueryClientProvider>,
  )
  return { html, hasGate: html.includes('<button') }
}

const at = (chainId: number) => ({ state: 'connected', wallet: WALLET, address: `0x${'ab'.repeat(20)}`, chainId })

it.each([
  ['no wallet', { state: 'disconnected', choices: [] }, /Try again later.*href="\/rescue.html"/, false],
  [
    'a wallet',
    { state: 'disconnected', choices: [WALLET] },
    /An ordinary wallet with some ETH can send what your passkey signs/,
    true,
  ],
  ['a wallet elsewhere', at(1), /An ordinary wallet with some ETH can send what your passkey signs/, true],
  ['a connected wallet', at(8_453), /Wallet 0xabab\.\.\.abab sends what your passkey signs/, false],
])('says what to do with %s, and connects it [settings.keys-own]', async (_, wallet, text, hasGate) => {
  const shown = await said(wallet)
  expect(shown.html).toMatch(text)
  expect(shown.hasGate).toBe(hasGate)
})

import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { markupOf } from '../../dev/markup.tsx'
import { pageForEach } from '../../dev/render-hook.ts'
import type { PayingWallet } from '../use-paying-wallet.ts'

const FAILED = { title: 'Nothing Changed', description: 'As before.' }
const WALLET = { info: { uuid: '1', name: 'Some Wallet', icon: '', rdns: 'some.wallet' } }

const page = pageForEach()

async function said(wallet: object, canSend = true) {
  const { OwnSender } = await import('./own-sender.tsx')
  const { readKey } = await import('#lib/query-client')
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  client.setQueryData(readKey('GET /api/config'), { chain: { id: 8_453, kind: 'base', name: 'Base Mainnet' } })
  const sender = <OwnSender wallet={wallet as PayingWallet} canSend={canSend} failed={FAILED} />
  const html = markupOf(sender, { client })
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

it('does not say that a wallet sends what it can’t yet [settings.keys-own]', async () => {
  const { html } = await said(at(8_453), false)
  expect(html).toContain('Aura didn’t say how to bring it there')
  expect(html).not.toContain('sends what your passkey signs')
})

/** Connects a wallet while Aura gives these answers in turn, the last one forever. Returns who sends. */
async function sending({ isDeployed }: { isDeployed: boolean }, ...answers: (object | null)[]) {
  vi.stubGlobal('fetch', async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer) return Response.json(answer)
    throw new TypeError('Failed to fetch')
  })
  const { rememberWallet } = await import('#lib/wallet/remembered')
  rememberWallet(WALLET.info.rdns)
  const { useSender } = await import('./own-sender.tsx')
  const client = await page.newClient({ '/api/config': { chain: { id: 8_453 } } })
  const shown = await page.render(client, () => useSender({ isDeployed }))
  const provider = {
    request: async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x2105' : [at(8_453).address]),
  }
  await page.act(async () =>
    page.window.dispatchEvent(
      Object.assign(new Event('eip6963:announceProvider'), { detail: { info: WALLET.info, provider } }),
    ),
  )
  await page.pass(1_000)
  expect(shown.current.wallet.state).toBe('connected')
  return shown
}

it('sends for an account that isn’t on the network once Aura says what makes it [settings.keys-own]', async () => {
  const answer = { isOn: false, accountFactory: `0x${'fa'.repeat(20)}` }
  const there = await sending({ isDeployed: true }, null)
  expect(there.current.sender).toMatchObject({ factory: null })
  const shown = await sending({ isDeployed: false }, null, answer)
  expect(shown.current).toMatchObject({ sender: null, isUnanswered: true })
  await page.pass(5_000)
  expect(shown.current).toMatchObject({ sender: { factory: answer.accountFactory }, isUnanswered: false })
  const without = await sending({ isDeployed: false }, { ...answer, accountFactory: null })
  expect(without.current.sender).toBeNull()
})

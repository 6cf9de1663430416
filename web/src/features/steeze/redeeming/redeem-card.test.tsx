import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { markupOf } from '../../../dev/markup.tsx'
import { clientWithFailed, pageForEach } from '../../../dev/render-hook.ts'

const NETWORK = { id: 8_453, name: 'Base Mainnet', rpcUrls: [], explorerUrl: null }
const WALLET = { state: 'connected', wallet: {}, address: '0x3', chainId: 8_453, isOwn: true }
const ADDRESS = '/api/steeze/redemption'

const page = pageForEach()

async function shown(client: QueryClient): Promise<string> {
  const { RedeemCard } = await import('./redeem-card.tsx')
  const of = { user: { id: 'ada', walletAddress: '0x3' } as never, wallet: WALLET as never }
  const balance = { battleEarnedSteeze: 40, purchasedSteeze: 0, maturing: null } as never
  return markupOf(<RedeemCard {...of} network={NETWORK} contractAddress="0x1" balance={balance} />, { client })
}

it('redeems nothing until it is known whether a redemption is open', async () => {
  const client = new QueryClient()
  expect(await shown(client)).not.toContain('Steeze amount')
  client.setQueryData([ADDRESS], { redemption: null, review: null, next: null })
  expect(await shown(client)).toContain('Steeze amount')
  expect(await shown(await clientWithFailed(ADDRESS))).toContain('Try again')
})

it('says from when one can redeem again, and why not before [steeze.redeem-wait-shown]', async () => {
  const client = new QueryClient()
  const next = { at: '2026-03-02T13:11:00Z', reason: 'Your last signed redemption ran out unused.' }
  client.setQueryData([ADDRESS], { redemption: null, review: null, next })
  const card = await shown(client)
  expect(card).toMatch(/You can redeem again from [^<]*13:11/)
  expect(card).toContain('Your last signed redemption ran out unused.')
  expect(card).not.toContain('Steeze amount')
})

it('a hold that the server releases leaves the open page', async () => {
  const { redemptionRead } = await import('./redemption-read.ts')
  const answers = [{ redemption: { holdId: '1', amount: 10 }, review: null }]
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    asked++
    return Response.json(answers.shift() ?? { redemption: null, review: null })
  })
  const observer = new QueryObserver(new QueryClient(), redemptionRead)
  const stop = observer.subscribe(() => {})
  await page.pass(19_000)
  expect(observer.getCurrentResult().data?.redemption?.amount).toBe(10)
  await page.pass(1_000)
  expect(observer.getCurrentResult().data?.redemption).toBeNull()
  await page.pass(60_000)
  expect(asked).toBe(2)
  stop()
})

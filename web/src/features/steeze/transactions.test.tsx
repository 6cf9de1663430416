import type { SteezeTransaction } from '@aura/api/calls/steeze'
import type { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createQueryClient, readKey } from '#lib/query-client'
import { ViewerTimeZone } from '#lib/time/times'
import { markupOf } from '../../dev/markup.tsx'
import { Transactions } from './transactions.tsx'

const HASH = `0x8f2c91d4${'0'.repeat(48)}77ab01c3`
const purchase = (id: number, more: object = {}): SteezeTransaction => ({
  id: String(id),
  type: 'purchase',
  amount: 1_250,
  usdcAmount: 125,
  transactionHash: HASH,
  createdAt: '2026-03-02T12:00:00.000Z',
  status: 'completed',
  ...more,
})

const read = readKey('GET /api/steeze/transactions')

function shown(transactions: SteezeTransaction[], explorerUrl: string | null = null, zone = 'UTC') {
  const client = createQueryClient(() => {})
  client.setQueryData(read, transactions)
  return drawn(client, explorerUrl, zone)
}

function drawn(client: QueryClient, explorerUrl: string | null = null, zone = 'UTC') {
  const list = (
    <ViewerTimeZone value={zone}>
      <Transactions explorerUrl={explorerUrl} />
    </ViewerTimeZone>
  )
  const page = markupOf(list, { client })
  return { page, rows: page.match(/<li.*?<\/li>/g) ?? [] }
}
const words = (html: string | undefined) => html?.replace(/<svg.*?<\/svg>/g, '').replace(/<[^>]+>/g, '|')

it('are the first ten', () => {
  const { rows } = shown(Array.from({ length: 12 }, (_, i) => purchase(i, { amount: i })))
  expect(rows.map((row) => /\+(\d+)/.exec(row)?.[1])).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
})

it('are none at first, and the list says so [steeze.text-recent-empty]', () => {
  const { page, rows } = shown([])
  expect(rows).toEqual([])
  expect(words(page)).toMatch(/Recent Transactions.*No transactions yet/)
})

it('stay when a later read fails', async () => {
  const client = createQueryClient(() => {})
  client.setQueryData(read, [purchase(1)])
  const failing = () => Promise.reject(new Error('no network'))
  await expect(client.fetchQuery({ queryKey: read, staleTime: 0, queryFn: failing })).rejects.toThrow('no network')
  expect(drawn(client).rows).toHaveLength(1)
})

it('are bought as a purchase, by either name, and else redeemed [steeze.text-recent-types]', () => {
  const types = ['purchase', 'buy', 'redeem', 'withdrawal']
  const { rows } = shown(types.map((type, i) => purchase(i, { type })))
  expect(rows.map((row) => /Bought|Redeemed/.exec(row)?.[0])).toEqual(['Bought', 'Bought', 'Redeemed', 'Redeemed'])
})

it('say amount, day, hash and status, and what is completed stands out [steeze.recent-row]', () => {
  const { rows } = shown([purchase(1), purchase(2, { type: 'redeem', status: 'confirming' })])
  expect(words(rows[0])).toMatch(/Bought\|+\+1,250\|+2 Mar 2026\|+0x8f2c91d4\.\.\.77ab01c3\|+completed/)
  expect(words(rows[1])).toMatch(/Redeemed\|+−1,250\|+2 Mar 2026\|+0x8f2c91d4\.\.\.77ab01c3\|+confirming/)
  const badges = rows.map((row) => /<span class="([^"]*)">(?:completed|confirming)/.exec(row)?.[1]?.split(' '))
  expect(badges.map((classes) => classes?.includes('border-ink'))).toEqual([true, false])
})

it('lead to the explorer, where the network has one [steeze.text-recent-explorer]', () => {
  const { rows } = shown([purchase(1)], 'https://basescan.org')
  expect(rows[0]).toContain(`href="https://basescan.org/tx/${HASH}"`)
  expect(words(rows[0])).toContain('View on Explorer')
  expect(words(shown([purchase(1)]).rows[0])).not.toContain('Explorer')
})

it('are of the day it was where their owner’s profile is, as on the receipts', () => {
  const late = [purchase(1, { createdAt: '2026-03-02T20:00:00.000Z' })]
  expect(words(shown(late, null, 'Asia/Kathmandu').rows[0])).toContain('3 Mar 2026')
  expect(words(shown(late, null, 'America/New_York').rows[0])).toContain('2 Mar 2026')
})

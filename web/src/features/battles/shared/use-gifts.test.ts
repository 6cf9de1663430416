import { expect, it, vi } from 'vitest'
import { pageForEach } from '../../../dev/render-hook.ts'
import type { BattleDetail } from './battle-view.ts'

const page = pageForEach()

/** A page whose battle has `giftCount` gifts. The cache lists gifts up to `cached`, the server up to `counted`. */
async function opened({ giftCount, cached, counted }: { giftCount: number; cached?: number; counted: number }) {
  const { useGifts } = await import('./use-gifts.ts')
  const { votesRead } = await import('./battle-reads.ts')
  const client = await page.newClient()
  const server = { counted, asked: 0 }
  vi.stubGlobal('fetch', async () => {
    server.asked += 1
    return Response.json(server.counted === 0 ? [] : [{ seq: server.counted }])
  })
  if (cached !== undefined) client.setQueryData(votesRead('1').queryKey, [{ seq: cached }] as never)
  const useIt = (now: number) => useGifts({ id: '1', giftCount: now, status: 'completed' } as BattleDetail)
  const gifts = await page.renderWith(giftCount, useIt, client)
  return { server, newest: () => gifts.current?.[0]?.seq, count: gifts.show }
}

it('reads the gifts again where the cache has those of an earlier visit', async () => {
  const { server, newest } = await opened({ giftCount: 7, cached: 3, counted: 7 })
  expect(newest()).toBe(3)
  await page.pass(1_000)
  expect([server.asked, newest()]).toEqual([1, 7])
})

it('asks once for a list that is as new as the battle, and for none without gifts', async () => {
  for (const giftCount of [7, 0]) {
    const { server } = await opened({ giftCount, counted: giftCount })
    await page.pass(10_000)
    expect(server.asked).toBe(1)
  }
})

it('reads at most once a second while the count grows, and rests if the list stays behind', async () => {
  const { server, newest, count } = await opened({ giftCount: 1, cached: 1, counted: 1 })
  server.counted = 20
  for (let gift = 2; gift <= 21; gift++) {
    await count(gift)
    await page.pass(100)
  }
  await page.pass(10_000)
  expect(newest()).toBe(20)
  expect(server.asked).toBeLessThanOrEqual(4)
})

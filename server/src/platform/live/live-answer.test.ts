import type { Answer } from '@aura/api/calls'
import { firstRankingPage } from '@aura/api/ranking-pages'
import { describe, expect, it } from 'vitest'
import { liveAnswer, liveMarker, sharedLiveAnswer } from './live-answer.ts'
import type { LiveSource } from './source.ts'

const BALANCE = { battleEarnedSteeze: 1, purchasedSteeze: 2 }
const PAGE: Answer<'GET /api/leaderboard/page'> = { entries: [], next: null, total: 0 }

describe('a live answer', () => {
  it('is keyed by the address of its call, a marker by an address prefix', () => {
    const query = firstRankingPage('weekly')
    expect(liveAnswer('GET /api/leaderboard/page', { query }, PAGE)).toEqual({
      address: '/api/leaderboard/page?limit=30&type=weekly',
      value: PAGE,
    })
    expect(liveMarker('GET /api/battles', {}, 7)).toEqual({ address: '/api/battles*', value: 7 })
  })

  it('omits the fields that differ by viewer', () => {
    expect(sharedLiveAnswer('GET /api/steeze/balance', {}, BALANCE, ['purchasedSteeze'])).toEqual({
      address: '/api/steeze/balance',
      value: { battleEarnedSteeze: 1 },
    })
  })

  // The compiler checks that each line below is an error.
  it('does not compile once the contract is different', () => {
    const { purchasedSteeze: _, ...withoutField } = BALANCE
    // @ts-expect-error a field of the response is missing
    liveAnswer('GET /api/steeze/balance', {}, withoutField)
    // @ts-expect-error a field has another type
    liveAnswer('GET /api/steeze/balance', {}, { ...BALANCE, purchasedSteeze: '2' })
    // @ts-expect-error the call has no such query parameter
    liveAnswer('GET /api/leaderboard/page', { query: { kind: 'weekly' } }, PAGE)
    // @ts-expect-error the query parameter has no such value
    liveAnswer('GET /api/leaderboard/page', { query: { type: 'daily' } }, PAGE)
    // @ts-expect-error the path has a parameter
    expect(() => liveMarker('GET /api/battles/:id', { params: { battle: 'b' } }, 1)).not.toThrow()
    // @ts-expect-error there is no such call
    liveMarker('GET /api/battle', {}, 1)
    // @ts-expect-error a write is not a read
    liveMarker('POST /api/battles', {}, 1)
    // @ts-expect-error the response has no such field
    sharedLiveAnswer('GET /api/steeze/balance', {}, BALANCE, ['can'])
    // @ts-expect-error an address written by hand is not checked against the contract
    const byHand: Awaited<ReturnType<LiveSource['read']>> = [{ address: '/api/steeze/balance', value: BALANCE }]
    expect(byHand).toHaveLength(1)
  })
})

import type { ReceivedPlace } from '@aura/api/calls/standing'
import { describe, expect, it } from 'vitest'
import { placeTexts, trustText } from './place-text.ts'

const place: ReceivedPlace = {
  id: 'p',
  person: { id: 'a', username: 'ada', profileImageUrl: null, currentStreak: 0 },
  line: null,
  placedAt: '2026-03-02T12:00:00.000Z',
  isSeed: false,
  points: 5,
  ripeAt: null,
  money: null,
  discounts: [],
}
const times = { day: (at: unknown) => String(at).slice(0, 10) }

describe('why a number is what it is', () => {
  it('says through how many seeds it comes, and what of it counts [standing.why]', () => {
    const shown = (seeds: number, countsThousandths: number) =>
      trustText({ points: 1, seeds, countsThousandths }, false)
    expect(shown(0, 0)).toContain('No Trust reaches them yet')
    expect(shown(1, 250)).toContain('a single seed, so only 1/4 counts')
    expect(shown(3, 666)).toContain('from 3 seeds, most of it from one, so 66% counts')
    expect(shown(2, 1_000)).toContain('from 2 seeds, so all of it counts')
  })

  it('says of each place until when it grows and whether money doubles it [standing.why]', () => {
    expect(placeTexts(place, times)).toEqual(['Since 2026-03-02'])
    const money = { since: place.placedAt, ripeAt: '2026-04-05T00:00:00.000Z' }
    expect(placeTexts({ ...place, isSeed: true, ripeAt: '2026-04-01T00:00:00.000Z', money }, times)).toEqual([
      'Since 2026-03-02, a seed',
      'Grows until 2026-04-01',
      'Doubled by a vouch, in full from 2026-04-05',
    ])
    expect(placeTexts({ ...place, money: { ...money, ripeAt: null } }, times)).toContain('Doubled by a vouch')
  })
})

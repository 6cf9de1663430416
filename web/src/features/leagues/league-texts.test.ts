import { expect, it } from 'vitest'
import { resultText, seatingText, timeLeft, zoneOf } from './league-texts.ts'

it('counts the time left in days, then hours', () => {
  const hour = 3_600_000
  expect([49 * hour, 24 * hour, 23.5 * hour, hour, hour - 1, 0].map(timeLeft)).toEqual([
    '2 days left',
    '1 day left',
    '23 hours left',
    '1 hour left',
    'Less than an hour left',
    'Closing',
  ])
})

it('says when leagues are drawn, in the first hour of a week', () => {
  const asked = (now: string) =>
    seatingText('2026-03-09T00:00:00Z', Date.parse(now), (ms) => new Date(ms).toISOString())
  expect(asked('2026-03-02T00:59:59Z')).toBe('Leagues are drawn at 2026-03-02T01:00:00.000Z.')
  expect(asked('2026-03-02T01:00:00Z')).toBe('Finding your league...')
})

it('says how a week ended', () => {
  const result = { level: 2, place: 3, people: 30 }
  expect(resultText({ ...result, moved: 1 })).toBe('You were 3 of 30 in the Ember league. You moved up to Glow.')
  expect(resultText({ ...result, moved: 0 })).toBe('You were 3 of 30 in the Ember league. You stayed in Ember.')
  expect(resultText({ ...result, moved: -1 })).toBe('You were 3 of 30 in the Ember league. You moved down to Spark.')
})

it('splits a league by who moves', () => {
  const row = { place: 1, person: null, points: 1, isMe: false }
  const league = { rows: Array(7).fill(row), up: 2, down: 1 }
  expect([1, 2, 3, 6, 7].map((place) => zoneOf(place, league))).toEqual(['up', 'up', 'stay', 'stay', 'down'])
})

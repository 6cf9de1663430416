import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TestClock } from '../../../../tests/server/fakes.ts'
import { unhurriedLimits } from '../../../../tests/server/test-settings.ts'
import { createLive, type Live } from '../../platform/live/live.ts'
import { publishRankChanges } from './publish-rank-changes.ts'

let app: FastifyInstance
let clock: TestClock
let live: Live
let published: string[]
beforeEach(() => {
  vi.useFakeTimers()
  const limits = { ...unhurriedLimits, publicCacheMs: 1_000 }
  app = fastify()
  // Noon on a Monday, in UTC.
  clock = new TestClock('2026-03-23T12:00:00Z')
  live = createLive({ clock, limits })
  publishRankChanges(app, { clock, live, limits })
  published = []
  live.onChange((topic) => topic.startsWith('leaderboard:') && published.push(topic))
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const ALL = ['leaderboard:all-time', 'leaderboard:weekly', 'leaderboard:monthly']

it('publishes the first change at once and later ones once a second, including the last', () => {
  live.changed('battle:1')
  expect(published).toEqual([])
  live.changed('user:ada')
  expect(published).toEqual(ALL)
  for (let index = 0; index < 500; index++) live.changed(`user:${index}`)
  vi.advanceTimersByTime(999)
  expect(published).toHaveLength(3)
  vi.advanceTimersByTime(1)
  expect(published).toEqual([...ALL, ...ALL])
  vi.advanceTimersByTime(60_000)
  expect(published).toHaveLength(6)
  live.changed('user:ada')
  expect(published).toHaveLength(9)
})

it('publishes the boards of a week and a month when they begin, though nothing moved', () => {
  const passDay = () => {
    clock.advance({ days: 1 })
    vi.advanceTimersByTime(86_400_000)
  }
  for (let day = 24; day <= 29; day++) passDay()
  expect(published).toEqual([])
  passDay()
  expect(published).toEqual(['leaderboard:weekly'])
  passDay()
  passDay()
  expect(published).toEqual(['leaderboard:weekly', 'leaderboard:monthly'])
  passDay()
  expect(published).toHaveLength(2)
})

it('publishes nothing after the server has closed', async () => {
  live.changed('user:ada')
  live.changed('user:bo')
  vi.useRealTimers()
  await app.close()
  live.changed('user:ada')
  expect(published).toHaveLength(3)
})

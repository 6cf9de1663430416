import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TestClock } from '../../../test/fakes.ts'
import { unhurriedLimits } from '../../../test/test-settings.ts'
import type { Context } from '../../platform/context.ts'
import { createLive, type Live } from '../../platform/live/live.ts'
import { publishRankChanges } from './publish-rank-changes.ts'

let app: FastifyInstance
let live: Live
let published: string[]
beforeEach(() => {
  vi.useFakeTimers()
  const limits = { ...unhurriedLimits, publicCacheMs: 1_000 }
  app = fastify()
  live = createLive({ clock: new TestClock(), limits })
  publishRankChanges(app, { live, limits } as Context)
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

it('publishes nothing after the server has closed', async () => {
  live.changed('user:ada')
  live.changed('user:bo')
  vi.useRealTimers()
  await app.close()
  live.changed('user:ada')
  expect(published).toHaveLength(3)
})

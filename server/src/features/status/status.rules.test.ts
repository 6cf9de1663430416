import { expect, it } from 'vitest'
import type { Context } from '#platform/context'
import { completeDays, STATUS_DAYS } from './status.rules.ts'
import { readStates, type StatusSource } from './status-source.ts'

const at = (iso: string) => new Date(iso)
const days = (since: string, now: string, ...recorded: Parameters<typeof completeDays>[0]) =>
  completeDays(recorded, { since: at(since), minute: at(now) }, at(now))

it('counts what nobody recorded from the first minute to the last full one [landing.status-missing]', () => {
  const found = days(
    '2026-03-01T23:58:00Z',
    '2026-03-03T00:10:59Z',
    { day: '2026-03-01', up: 2, degraded: 0, down: 0 },
    { day: '2026-03-03', up: 7, degraded: 1, down: 1 },
  )
  expect(found).toEqual([
    { day: '2026-03-01', up: 2, degraded: 0, down: 0, missing: 0 },
    { day: '2026-03-02', up: 0, degraded: 0, down: 0, missing: 1_440 },
    { day: '2026-03-03', up: 7, degraded: 1, down: 1, missing: 1 },
  ])
})

it('says nothing about the days before a part was first recorded [landing.status-since]', () => {
  const recorded = { day: '2026-03-02', up: 2, degraded: 0, down: 0 }
  expect(days('2026-02-01T00:00:00Z', '2026-03-03T00:05:00Z', recorded)).toEqual([
    { ...recorded, missing: 0 },
    { day: '2026-03-03', up: 0, degraded: 0, down: 0, missing: 5 },
  ])
})

it('does not miss the minute under way, whether it was recorded or not', () => {
  const since = '2026-03-03T12:00:00Z'
  const none = { up: 0, degraded: 0, down: 0 }
  expect(days(since, '2026-03-03T12:00:30Z')).toEqual([{ day: '2026-03-03', ...none, missing: 0 }])
  const recorded = { day: '2026-03-03', ...none, up: 1 }
  expect(days(since, '2026-03-03T12:00:30Z', recorded)).toEqual([{ ...recorded, missing: 0 }])
})

it('shows at most the last days, the present one among them', () => {
  const found = days('2025-01-01T00:00:00Z', '2026-03-03T12:00:00Z')
  expect(found).toHaveLength(STATUS_DAYS)
  expect(found.at(-1)).toMatchObject({ day: '2026-03-03', missing: 720 })
  expect(found[0]).toMatchObject({ day: '2025-12-04', missing: 1_440 })
})

it('shows only the parts that this installation has', async () => {
  const parts = (status: StatusSource) => ({ name: status.part, status })
  const features = [
    parts({ part: 'chain', state: async () => undefined }),
    parts({ part: 'battles', state: async () => 'degraded' }),
  ]
  expect(await readStates({} as Context, features)).toEqual([
    { part: 'app', state: 'up' },
    { part: 'battles', state: 'degraded' },
  ])
})

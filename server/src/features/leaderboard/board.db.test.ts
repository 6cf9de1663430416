import { expect, it } from 'vitest'
import { openTestDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { boardAt } from './board.rules.ts'

const db = openForAll(openTestDatabase)

it('are computed alike in SQL and TypeScript, over years of days', async () => {
  const days = await db.query<{ at: Date; week: number; month: number }>(
    `select at, rank_week(at) as week, rank_month(at) as month
     from generate_series($1::timestamptz, $2::timestamptz, interval '13 hours') as at`,
    [new Date('2023-12-20T00:00:00Z'), new Date('2029-01-10T00:00:00Z')],
  )
  expect(days.map(({ week, month }) => [week, month])).toEqual(
    days.map(({ at }) => [boardAt('weekly', at), boardAt('monthly', at)]),
  )
})

it('nests every fine step in one coarse step, without gaps', async () => {
  const steps = await db.query<{ points: number }>(
    `select points from unnest(array[0, 1, 63, 64, 4095, 4096, 4159, 4160, 65535, 65536, 1048575, 1048576, 1114111, 1114112,
       1000000000, 9007199254740991]::bigint[]) as points
     where rank_block(rank_bucket(points)) <> rank_block(points) or rank_bucket(points) > points
        or rank_bucket_end(points) <= points or rank_bucket(rank_bucket_end(points)) <> rank_bucket_end(points)
        or rank_block_end(points) < rank_bucket_end(points) or rank_block(rank_block_end(points)) <> rank_block_end(points)
        or rank_bucket(rank_bucket_end(points) - 1) <> rank_bucket(points)`,
  )
  expect(steps).toEqual([])
})

import { expect, it } from 'vitest'
import { newPostgresDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { openPg } from '../db/connection/open-pg.ts'
import { checkSummaries } from './check-summaries.ts'

const db = openForAll(async () => openPg({ url: await newPostgresDatabase(), poolSize: 1 }))

const RANGE_PAGES = 32
/** A range plus the last one, which isn't summarised yet. */
const FEW = 2 * RANGE_PAGES

it('warns of an index that leads to more pages than it should, until it is built again', async () => {
  expect(await checkSummaries(db, FEW)).toMatchObject([{ status: 'ok' }])
  await db.script(`create table things (id bigint);
    insert into things select generate_series(1, 100000);
    create index things_by_id on things using brin (id) with (pages_per_range = ${RANGE_PAGES})`)
  expect(await checkSummaries(db, FEW)).toMatchObject([{ status: 'ok' }])
  // Simulates a crash, after which a scan can't exclude these ranges.
  await db.query(
    `select brin_desummarize_range('things_by_id', page) from generate_series(64, 384, ${RANGE_PAGES}) page`,
  )
  expect(await checkSummaries(db, FEW)).toEqual([
    {
      status: 'warning',
      text: expect.stringMatching(/index things_by_id, \d{3} pages .*REINDEX INDEX CONCURRENTLY things_by_id\.$/),
    },
  ])
  await db.script('reindex index things_by_id')
  expect(await checkSummaries(db, FEW)).toMatchObject([{ status: 'ok' }])
})

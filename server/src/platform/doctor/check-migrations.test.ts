import { expect, it } from 'vitest'
import { judgeMigrations } from './check-migrations.ts'

const LAST = '0047_last'
const applied: Parameters<typeof judgeMigrations>[0] = {
  last: LAST,
  pending: [],
  breaking: [],
  unfilled: [],
  newer: [],
}
const told = (state: Partial<typeof applied>) =>
  judgeMigrations({ ...applied, ...state }).map(({ status, text }) => `${status}: ${text}`)
const RANGE = `this version runs on the tables of ${LAST} and of one later migration that isn't breaking`

it('says what is applied, and which tables this version runs on', () => {
  expect(told({})).toEqual([`ok: All migrations are applied; ${RANGE}`])
  expect(told({ pending: [LAST] })).toEqual([`ok: 1 migration will be applied at the next start; ${RANGE}`])
  expect(told({ pending: ['0046_first', LAST] })).toEqual([
    `ok: 2 migrations will be applied at the next start; ${RANGE}`,
  ])
  expect(told({ newer: ['0048_of-tomorrow'] })[0]).toMatch(/^ok: A newer version applied migration 0048_of-tomorrow;/)
})

it('warns of a migration that the version before cannot work with', () => {
  expect(told({ pending: [LAST], breaking: [LAST] })).toEqual([
    expect.stringMatching(
      /^warning: Migration 0047_last is breaking: .*Stop them all before you start this version\.$/,
    ),
    expect.stringMatching(/^ok: 1 migration/),
  ])
})

it('says that a start is refused, or may be, before a backfill is complete', () => {
  const unfilled = { tag: LAST, backfill: 'things.size' }
  expect(told({ pending: [LAST], unfilled: [{ ...unfilled, isNext: true }] })[0]).toMatch(
    /^problem: Migration 0047_last needs the backfill things\.size, which is not complete, so .*\. Run the version before/,
  )
  expect(told({ pending: ['0046_first', LAST], unfilled: [{ ...unfilled, isNext: false }] })[0]).toMatch(
    /^warning: Migration 0047_last needs the backfill things\.size, .*then run the version before 0047_last first\.$/,
  )
})

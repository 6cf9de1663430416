import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { give, hold, issue, ledgerPerson, post, release } from '../../../../tests/server/actors/ledger.ts'
import { auditWithin } from '../../../../tests/server/audit-within.ts'
import { openTestDatabase } from '../../../../tests/server/database/open-test-database.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { runLedgerAudit } from './audit-ledger.ts'
import { type LedgerCheckpoint, readCheckpoint } from './checkpoint.ts'
import { auditLedger } from './index.ts'

const EARLY = '11111111-1111-4111-8111-111111111111'
const LATE = '22222222-2222-4222-8222-222222222222'
const TABLES = ['accounts', 'transfers', 'keys', 'holds', 'hold_resolutions']

interface People {
  ada: string
  bo: string
  idle: string
}

async function earlier(db: Db): Promise<People> {
  const people = { ada: await ledgerPerson(db, 100), bo: await ledgerPerson(db, 50), idle: await ledgerPerson(db, 70) }
  await post(
    db,
    give(people.ada, people.bo, 10, { key: 'early' }),
    hold(people.ada, 20, EARLY),
    issue(people.bo, 3, { key: 'last-early' }),
  )
  return people
}

async function later(db: Db, { ada, bo }: People): Promise<void> {
  await post(db, release(ada, bo, 20, EARLY, { key: 'early-resolution' }), hold(bo, 5, LATE, { key: 'late-opening' }))
  await post(db, release(bo, ada, 5, LATE, { key: 'late-resolution' }), issue(bo, 1, { key: 'late' }))
}

describe('the audit after a checkpoint', () => {
  let db: Db
  let people: People
  let checkpoint: LedgerCheckpoint
  beforeAll(async () => {
    db = await openTestDatabase()
    people = await earlier(db)
    const first = await auditLedger(db)
    expect(first.broken).toEqual([])
    checkpoint = readCheckpoint(JSON.parse(JSON.stringify(first.checkpoint))) as LedgerCheckpoint
    await later(db, people)
  })
  afterAll(() => db.close())

  it('reads what came after, and ends where a full one ends', async () => {
    const full = await auditLedger(db)
    const rest = await auditLedger(db, { checkpoint: JSON.parse(JSON.stringify({ version: 1, ...checkpoint })) })
    expect(rest.broken).toEqual([])
    expect(rest.counts).toEqual({ accounts: full.counts.accounts, transfers: 4, holds: 2 })
    expect(full.counts).toMatchObject({ transfers: 10, holds: 2 })
    expect(rest.checkpoint).toEqual(full.checkpoint)
    const nothing = await auditLedger(db, { checkpoint: full.checkpoint })
    expect([nothing.counts.transfers, nothing.counts.holds, nothing.broken]).toEqual([0, 0, []])
    expect(nothing.checkpoint).toEqual(full.checkpoint)
  })

  it('of a ledger without transfers reads the first one', async () => {
    const empty = await openTestDatabase()
    const { checkpoint: none } = await auditLedger(empty)
    expect(none).toEqual({ version: 1, upTo: 0, sums: [] })
    await ledgerPerson(empty, 100)
    expect((await auditLedger(empty, { checkpoint: none })).counts.transfers).toBe(1)
    await empty.close()
  })

  it('reads everything after one in a form it does not know', async () => {
    const { transfers } = (await auditLedger(db, { checkpoint: { version: 2, upTo: 1 } })).counts
    expect(transfers).toBe(10)
  })

  /** Returns the findings of both audits, which must not depend on the range size. Rolls back. */
  async function findingsAfter(corrupt: (tx: Tx) => Promise<unknown>) {
    const takenBack = new Error('taken back')
    const found: { rest: string[]; full: string[] } = { rest: [], full: [] }
    const work = db.tx(async (tx) => {
      for (const table of TABLES) await tx.query(`alter table ledger_${table} disable trigger all`)
      await corrupt(tx)
      const promises = async (rows: number, from?: LedgerCheckpoint) =>
        (await runLedgerAudit(auditWithin(tx, rows), from)).broken.map(
          ({ promise, subject }) => `${promise}: ${subject}`,
        )
      found.full = await promises(1_000)
      found.rest = await promises(1_000, checkpoint)
      for (const rows of [1, 2, 3]) expect(await promises(rows, checkpoint)).toEqual(found.rest)
      throw takenBack
    })
    await expect(work).rejects.toBe(takenBack)
    return found
  }

  const change = (set: string, key: string) => (tx: Tx) =>
    tx.query(`update ledger_transfers set ${set} where key = '${key}'`)

  const AFTER: [string, (tx: Tx) => Promise<unknown>, () => string][] = [
    [
      'the amount of a later transfer',
      change('amount = amount + 1', 'late'),
      () => `every transfer records the balances it led to: ${people.bo}/ap_available`,
    ],
    [
      'a later transfer that is gone',
      (tx) => tx.query(`delete from ledger_transfers where key = 'late'`),
      () => 'people hold exactly what was issued: AP',
    ],
    [
      'the balance of an account without later transfers',
      (tx) =>
        tx.query('update ledger_accounts set balance = balance + 1 where owner_id = $1 and kind = $2', [
          people.idle,
          'ap_available',
        ]),
      () => `every balance is the sum of its transfers: ${people.idle}/ap_available`,
    ],
    [
      'the balance that the last transfer before it recorded',
      change('to_balance = to_balance + 1', 'last-early'),
      () => `every balance is the sum of its transfers: ${people.bo}/ap_available`,
    ],
    [
      'an earlier hold resolved in part since',
      change('amount = amount - 1', 'early-resolution'),
      () => `every hold is open or was resolved once in full: hold ${EARLY}`,
    ],
  ]

  it.each(AFTER)('finds, as a full one does, %s', async (_, corrupt, finding) => {
    const { rest, full } = await findingsAfter(corrupt)
    expect(rest).toContain(finding())
    expect(full).not.toEqual([])
  })

  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['the amount of an earlier transfer', change('amount = amount + 1', 'early')],
    ['the balance an earlier transfer recorded', change('to_balance = to_balance + 1', 'early')],
  ])('leaves to a full one %s', async (_, corrupt) => {
    const { rest, full } = await findingsAfter(corrupt)
    expect(rest).toEqual([])
    expect(full).toContain(`every transfer records the balances it led to: ${people.bo}/ap_available`)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { give, hold, issue, ledgerPerson, ledgerState, post, release } from '../../../../tests/server/actors/ledger.ts'
import { auditWithin } from '../../../../tests/server/audit-within.ts'
import { openTestDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { AuditInterrupted } from '../../platform/audit/audit-run.ts'
import { Findings } from '../../platform/audit/findings.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { HOUSE_ACCOUNTS } from './accounts.ts'
import { auditAccounts } from './audit-accounts.ts'
import { runLedgerAudit } from './audit-ledger.ts'
import { PROMISES } from './audit-promises.ts'
import { BEFORE_ALL, PAST_ALL, walkEntries } from './audit-store.ts'
import { auditLedger } from './index.ts'

const OPEN = '11111111-1111-4111-8111-111111111111'
const RESOLVED = '22222222-2222-4222-8222-222222222222'
/** First half of the SHA-256 of `of none`. */
const HASH_OF_NONE = '538796f7-da12-6a0b-f78e-8cfe06d300d4'
const UNKNOWN = '33333333-3333-4333-8333-333333333333'

async function history(db: Db): Promise<{ ada: string; bo: string }> {
  const [ada, bo] = [await ledgerPerson(db, 100), await ledgerPerson(db, 50)]
  await post(db, give(ada, bo, 10), hold(ada, 20, OPEN, { key: 'opening' }), hold(bo, 5, RESOLVED))
  await post(db, release(bo, ada, 5, RESOLVED, { key: 'resolution' }), issue(bo, 1, { key: 'last' }))
  return { ada, bo }
}

describe('the audit', () => {
  let db: Db
  let ada: string
  let bo: string
  beforeAll(async () => {
    db = await openTestDatabase()
    const people = await history(db)
    ada = people.ada
    bo = people.bo
  })
  afterAll(() => db.close())

  /** Returns the findings, which must be the same for any range size. Rolls back. */
  async function findingsAfter(corrupt: (tx: Tx) => Promise<unknown>) {
    const before = await ledgerState(db)
    const found: { promise: string; subject: string; detail: string }[] = []
    const takenBack = new Error('taken back')
    const work = db.tx(async (tx) => {
      for (const table of ['accounts', 'transfers', 'keys', 'holds', 'hold_resolutions']) {
        await tx.query(`alter table ledger_${table} disable trigger all`)
      }
      await corrupt(tx)
      found.push(...(await runLedgerAudit(auditWithin(tx))).broken)
      for (const rows of [1, 2, 3]) expect((await runLedgerAudit(auditWithin(tx, rows))).broken).toEqual(found)
      // After a checkpoint, here one before all transfers, the audit reads the holds they name.
      const named = await tx.query<{ hold: string }>(
        `select 'hold ' || hold_id as hold from ledger_transfers, unnest(array[opens_hold, resolves_hold]) hold_id`,
      )
      const isRead = (subject: string) =>
        !subject.startsWith('hold ') || named.some(({ hold: each }) => each === subject)
      for (const rows of [1, 2, 1_000])
        expect((await runLedgerAudit(auditWithin(tx, rows), { upTo: 0, sums: [] })).broken).toEqual(
          found.filter(({ subject }) => isRead(subject)),
        )
      throw takenBack
    })
    await expect(work).rejects.toBe(takenBack)
    expect(await ledgerState(db)).toEqual(before)
    return found
  }

  it('finds nothing in a sound ledger, counts it, and changes nothing', async () => {
    const before = await ledgerState(db)
    expect(await auditLedger(db)).toMatchObject({
      counts: { accounts: 15, transfers: 7, holds: 2 },
      promises: PROMISES,
      broken: [],
    })
    expect(await ledgerState(db)).toEqual(before)
  })

  it('looks for the holds of an account once, however many reads its entries take', async () => {
    await db.tx(async (tx) => {
      const looks = async () => {
        const [row] = await tx.query<{ count: number }>(
          `select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as count from pg_stat_xact_user_tables
           where relname = 'ledger_holds'`,
        )
        return row?.count ?? 0
      }
      for (const rows of [3, 1_000]) {
        const before = await looks()
        const { count } = await auditAccounts(auditWithin(tx, rows), new Findings(PROMISES), {
          upTo: PAST_ALL,
          from: undefined,
        })
        expect((await looks()) - before).toBe(count - Object.keys(HOUSE_ACCOUNTS).length)
      }
    })
  })

  it('returns of each read only the accounts that it came to', async () => {
    const from = { account: BEFORE_ALL, end: PAST_ALL, after: BEFORE_ALL, carried: '0', since: PAST_ALL }
    const { accounts, count, lastAccount } = await walkEntries(db, from, 2)
    expect(count).toBe(2)
    expect(accounts.map(({ id }) => id)).toEqual([lastAccount])
    const all = await walkEntries(db, from, 1_000)
    expect([all.accounts.length, all.count]).toEqual([15, 14])
  })

  const setBalance = (tx: Tx, owner: string, kind: string, balance: number) =>
    tx.query('update ledger_accounts set balance = $3 where owner_id = $1 and kind = $2', [owner, kind, balance])

  const intoSteeze = (tx: Tx) =>
    tx.query(
      `update ledger_transfers set to_account = (select id from ledger_accounts where owner_id = $1
       and kind = 'steeze_earned') where key = 'last'`,
      [bo],
    )

  const CASES: [promise: string, corrupt: (tx: Tx) => Promise<unknown>, subject: () => string][] = [
    [
      'every balance is the sum of its transfers',
      (tx) => setBalance(tx, bo, 'ap_available', 999),
      () => `${bo}/ap_available`,
    ],
    [
      'every transfer records the balances it led to',
      (tx) => tx.query(`update ledger_transfers set to_balance = to_balance + 1 where key = 'last'`),
      () => `${bo}/ap_available`,
    ],
    [
      'no account of a person is negative, and no debt positive',
      async (tx) => {
        await tx.query('alter table ledger_accounts drop constraint ledger_accounts_never_negative')
        await setBalance(tx, ada, 'steeze_held', -1)
      },
      () => `${ada}/steeze_held`,
    ],
    ['each currency sums to zero', intoSteeze, () => 'AP STEEZE'],
    ['people hold exactly what was issued', (tx) => setBalance(tx, ada, 'steeze_purchased', 3), () => 'STEEZE'],
    [
      'Steeze totals match the transfers',
      (tx) => tx.query(`insert into steeze_totals (amounts) values ('{"steeze_earned": 5}')`),
      () => 'steeze_earned',
    ],
    [
      'every transfer has its key',
      (tx) => tx.query(`delete from ledger_keys where hash in (ledger_key_hash('last'), ledger_hold_hash($1))`, [OPEN]),
      () => 'opening last',
    ],
    [
      'every key is of its transfer',
      (tx) =>
        tx.query(
          `insert into ledger_keys select ledger_key_hash('of none'), last_value + 5 from ledger_transfers_id_seq`,
        ),
      () => `key ${HASH_OF_NONE}`,
    ],
    ['every transfer stays within its currency', intoSteeze, () => 'last'],
    [
      'every hold was funded by one transfer of its amount',
      (tx) => tx.query('update ledger_holds set amount = amount + 1 where id = $1', [OPEN]),
      () => `hold ${OPEN}`,
    ],
    [
      'every hold is open or was resolved once in full',
      (tx) => tx.query('delete from ledger_hold_resolutions where hold_id = $1', [RESOLVED]),
      () => `hold ${RESOLVED}`,
    ],
    [
      'no hold is resolved twice',
      async (tx) => {
        await tx.query('alter table ledger_hold_resolutions drop constraint ledger_hold_resolutions_hold_id_pk')
        await tx.query('insert into ledger_hold_resolutions select * from ledger_hold_resolutions')
      },
      () => `hold ${RESOLVED}`,
    ],
    [
      'every hold a transfer names exists',
      async (tx) => {
        await tx.query('update ledger_transfers set opens_hold = $2 where opens_hold = $1', [OPEN, UNKNOWN])
        await tx.query(`update ledger_transfers set resolves_hold = $1 where key = 'resolution'`, [UNKNOWN])
      },
      () => 'opening resolution',
    ],
    [
      'every hold is resolved from its own account',
      (tx) => tx.query('update ledger_transfers set resolves_hold = $2 where resolves_hold = $1', [RESOLVED, OPEN]),
      () => 'resolution',
    ],
    [
      'escrow accounts change only through holds',
      async (tx) => {
        await tx.query(`update ledger_transfers set opens_hold = null where opens_hold = $1`, [OPEN])
        await tx.query(`update ledger_transfers set resolves_hold = null where key = 'resolution'`)
        await tx.query(`update ledger_transfers set opens_hold = $1 where key = 'last'`, [OPEN])
      },
      () => 'opening resolution last',
    ],
    [
      'every escrow balance equals its open holds',
      async (tx) => {
        await setBalance(tx, ada, 'ap_held', 19)
        await setBalance(tx, bo, 'ap_held', 1)
      },
      () => `${ada}/ap_held ${bo}/ap_held`,
    ],
  ]

  it.each(CASES)('detects that %s', async (promise, corrupt, subject) => {
    const found = await findingsAfter(corrupt)
    const subjects = found.filter((finding) => finding.promise === promise).map((finding) => finding.subject)
    expect(subjects.join(' ')).toBe(subject())
  })

  it('covers every invariant it reports', () => {
    expect(PROMISES).toEqual(CASES.map(([promise]) => promise))
  })

  it('detects a hold that was never opened, one resolved without a transfer, and one resolved in part', async () => {
    const unfilled = await findingsAfter((tx) =>
      tx.query(
        `insert into ledger_holds (id, account_id, amount, created_at)
         select $1, account_id, 1, created_at from ledger_holds where id = $2`,
        [UNKNOWN, OPEN],
      ),
    )
    expect(unfilled).toContainEqual({
      promise: 'every hold was funded by one transfer of its amount',
      subject: `hold ${UNKNOWN}`,
      detail: 'holds 1, filled with 0',
    })
    const promise = 'every hold is open or was resolved once in full'
    const dropped = await findingsAfter((tx) =>
      tx.query(`insert into ledger_hold_resolutions values ($1, '2026-01-01T00:00:00Z')`, [OPEN]),
    )
    const subject = `hold ${OPEN}`
    expect(dropped).toContainEqual({ promise, subject, detail: 'holds 20, resolved with 0 (resolved)' })
    const inPart = await findingsAfter((tx) =>
      tx.query(`update ledger_transfers set amount = amount - 1 where key = 'resolution'`),
    )
    expect(inPart).toContainEqual({
      promise,
      subject: `hold ${RESOLVED}`,
      detail: 'holds 5, resolved with 4 (resolved)',
    })
  })

  it('stops before its next range when interrupted, and leaves nothing open', async () => {
    const stop = new AbortController()
    const work = auditLedger(db, { maxRows: 1, signal: stop.signal, onProgress: () => stop.abort() })
    await expect(work).rejects.toThrow(AuditInterrupted)
    expect((await auditLedger(db)).broken).toEqual([])
  })

  it('detects a missing transfer', async () => {
    const found = await findingsAfter((tx) => tx.query('delete from ledger_transfers where amount = 50'))
    expect(new Set(found.map(({ promise }) => promise))).toEqual(
      new Set([
        'every balance is the sum of its transfers',
        'every key is of its transfer',
        'every transfer records the balances it led to',
        'people hold exactly what was issued',
      ]),
    )
  })

  it('names the first broken account and describes the fault', async () => {
    const found = await findingsAfter(async (tx) => {
      await setBalance(tx, bo, 'ap_available', 1)
      await setBalance(tx, ada, 'ap_available', 2)
    })
    expect(found.slice(0, 2)).toEqual([
      {
        promise: 'every balance is the sum of its transfers',
        subject: `${ada}/ap_available`,
        detail: 'balance 2, entries 75',
      },
      {
        promise: 'every balance is the sum of its transfers',
        subject: `${bo}/ap_available`,
        detail: 'balance 1, entries 56',
      },
    ])
  })
})

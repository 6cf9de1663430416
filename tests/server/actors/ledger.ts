import { randomUUID } from 'node:crypto'
import {
  balancesOf,
  houseAccount,
  openUserAccounts,
  postTransfers,
  userAccount,
} from '../../../server/src/features/ledger/index.ts'
import type { Transfer } from '../../../server/src/features/ledger/rules.ts'
import type { Db } from '../../../server/src/platform/db/db.ts'
import { TestClock } from '../fakes.ts'

const clock = new TestClock()

/** Creates an owner of accounts without a profile. Returns its id. */
export async function ledgerPerson(db: Db, ap = 0): Promise<string> {
  const ownerId = randomUUID()
  await db.tx((tx) => openUserAccounts(tx, ownerId))
  if (ap > 0) await post(db, issue(ownerId, ap))
  return ownerId
}

export const post = (db: Db, ...transfers: Transfer[]) => db.tx((tx) => postTransfers(tx, clock, transfers))

type Details = Partial<Transfer>

const transfer = (from: Transfer['from'], to: Transfer['to'], amount: number, details: Details): Transfer => ({
  key: randomUUID(),
  kind: 'hold',
  reference: 'test',
  from,
  to,
  amount,
  ...details,
})

export const issue = (ownerId: string, amount: number, details: Details = {}): Transfer =>
  transfer(houseAccount('ap_issued'), userAccount(ownerId, 'ap_available'), amount, {
    kind: 'lesson_claim',
    ...details,
  })

export const give = (fromId: string, toId: string, amount: number, details: Details = {}): Transfer =>
  transfer(userAccount(fromId, 'ap_available'), userAccount(toId, 'ap_available'), amount, details)

export const hold = (ownerId: string, amount: number, holdId: string, details: Details = {}): Transfer =>
  transfer(userAccount(ownerId, 'ap_available'), userAccount(ownerId, 'ap_held'), amount, {
    opensHold: holdId,
    ...details,
  })

export const release = (
  ownerId: string,
  toId: string,
  amount: number,
  holdId: string,
  details: Details = {},
): Transfer =>
  transfer(userAccount(ownerId, 'ap_held'), userAccount(toId, 'ap_available'), amount, {
    kind: 'hold_release',
    resolvesHold: holdId,
    ...details,
  })

/** Returns balances and transfers, to compare before and after. */
export async function ledgerState(db: Db): Promise<unknown> {
  const accounts = await db.query('select owner_id, kind, balance from ledger_accounts order by id')
  const transfers = await db.query('select * from ledger_transfers order by id')
  const holds = await db.query('select * from ledger_holds order by id')
  const resolutions = await db.query('select * from ledger_hold_resolutions order by hold_id')
  return { accounts, transfers, holds, resolutions }
}

export async function apOf(db: Db, ownerId: string): Promise<{ free: number; held: number }> {
  const { ap_available: free, ap_held: held } = await balancesOf(db, ownerId)
  return { free, held }
}

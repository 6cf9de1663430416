import type { AuditRun } from '#platform/audit/audit-run'
import type { Queryable } from '#platform/db/db'
import { isDebtAccount, isHeldAccount } from './accounts.ts'
import { addTo, type LedgerFindings } from './audit-promises.ts'
import {
  BEFORE_ALL,
  findHouseAccounts,
  PAST_ALL,
  type WalkedAccount,
  walkEntries,
  walkNewEntries,
} from './audit-store.ts'

/**
 * Compares accounts with entries and holds. Returns their number, and user balances as of transfer `upTo`. After `from`
 * it trusts the balances that earlier transfers recorded.
 */
export async function auditAccounts(
  run: AuditRun,
  findings: LedgerFindings,
  { upTo, from }: { upTo: number; from: number | undefined },
): Promise<{ count: number; balances: Map<string, bigint> }> {
  const { house, newest } = await run.read(findHouseAccounts)
  const balances = new Map<string, bigint>()
  let count = house.length
  let start = BEFORE_ALL
  // House accounts have most entries, but no balance to compare.
  for (const end of [...house, PAST_ALL]) {
    for await (const { account, read } of accountsBetween(run, { start, end, upTo, from, newest })) {
      count++
      if (account.balance === null) continue
      judge(findings, account, account.balance, read)
      addTo(balances, account.currency, BigInt(account.balance) - read.since)
    }
    start = end + 1
  }
  return { count, balances }
}

interface AccountsToRead {
  start: number
  end: number
  upTo: number
  from: number | undefined
  newest: number
}

interface ReadEntries {
  total: bigint
  since: bigint
  wrong: string | null
}

const NOTHING: ReadEntries = { total: 0n, since: 0n, wrong: null }

/**
 * Yields each account in the snapshot that saw its last entry. An account with too many entries for one snapshot
 * continues in the next: entry ids are drawn while the account row is locked, so none can appear among those already
 * read.
 */
async function* accountsBetween(
  run: AuditRun,
  { start, end, upTo, from, newest }: AccountsToRead,
): AsyncGenerator<{ account: WalkedAccount; read: ReadEntries }> {
  const unread = from ?? BEFORE_ALL
  const walk = (snapshot: Queryable, at: Parameters<typeof walkEntries>[1], rows: number) =>
    from === undefined ? walkEntries(snapshot, at, rows) : walkNewEntries(snapshot, { ...at, base: from }, rows)
  let at = { account: start, after: unread, read: NOTHING }
  for (;;) {
    const { rows } = run
    const { account: first, after, read: carried } = at
    const { accounts, count, lastAccount, lastId } = await run.read(
      (snapshot) => walk(snapshot, { account: first, end, after, carried: `${carried.total}`, since: upTo }, rows),
      // With it, every read would sort all remaining accounts.
      ['enable_bitmapscan'],
    )
    const last = accounts.at(-1)
    if (!last) return
    // At the row limit, the last account may have more entries.
    const isCut = count >= rows
    at = isCut
      ? { account: lastAccount ?? end, after: lastId ?? unread, read: NOTHING }
      : { account: last.id + 1, after: unread, read: NOTHING }
    for (const account of accounts.filter(({ id }) => id <= at.account)) {
      const read = added(account.id === first ? carried : NOTHING, account)
      if (account.id === at.account) at = { ...at, read }
      else yield { account, read }
    }
    run.progress('accounts', Math.min(1, at.account / newest))
  }
}

const added = (carried: ReadEntries, { total, since, wrong }: WalkedAccount): ReadEntries => ({
  total: carried.total + BigInt(total),
  since: carried.since + BigInt(since),
  wrong: carried.wrong ?? wrong,
})

function judge(
  findings: LedgerFindings,
  { subject, kind, held }: WalkedAccount,
  balance: number,
  { total, wrong }: ReadEntries,
): void {
  if (BigInt(balance) !== total) {
    findings.add('every balance is the sum of its transfers', subject, `balance ${balance}, entries ${total}`)
  }
  if (wrong !== null) findings.add('every transfer records the balances it led to', subject, wrong)
  if (isDebtAccount({ kind }) ? balance > 0 : balance < 0) {
    findings.add('no account of a person is negative, and no debt positive', subject, `balance ${balance}`)
  }
  if ((isHeldAccount({ kind }) || held !== null) && BigInt(balance) !== BigInt(held ?? 0)) {
    const detail = `balance ${balance}, open holds ${held ?? 0}`
    findings.add('every escrow balance equals its open holds', subject, detail)
  }
}

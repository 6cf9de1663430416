import { randomUUID } from 'node:crypto'
import { type NewAction, recordActions } from '#features/admin-log'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { type CsvEntry, isFaults, parseWhitelistCsv } from './csv.rules.ts'
import { type Entry, findEntries, lockWhitelist, upsertEntries } from './store.ts'

/** Whitelists a wallet. Idempotent; a note replaces the old one. */
export async function whitelistWallet(
  ctx: Context,
  walletAddress: string,
  note: string | null = null,
  adminId: string | null = null,
): Promise<Entry> {
  const entry = { walletAddress: walletAddress.toLowerCase(), note: note?.trim() || null }
  await addAll(ctx, [entry], adminId)
  const [added] = await findEntries(ctx.db, [entry.walletAddress])
  if (!added) throw new Error('an entry that was just added is gone')
  return added
}

/**
 * Imports all wallets, or none; those inactive in the file are skipped. Returns the numbers of new, reactivated,
 * already active and skipped wallets. Throws WHITELIST_CSV_INVALID with the faults by line.
 */
export async function importWhitelist(
  ctx: Context,
  csv: string,
  adminId: string,
): Promise<{ added: number; reactivated: number; unchanged: number; skipped: number }> {
  const read = parseWhitelistCsv(csv)
  if (isFaults(read)) throw new AppError('WHITELIST_CSV_INVALID', { data: { errors: read } })
  const wanted = read.filter(({ isActive }) => isActive)
  const actions = (await addAll(ctx, wanted, adminId)).map(({ action }) => action)
  const added = actions.filter((action) => action === 'whitelist-add').length
  const reactivated = actions.filter((action) => action === 'whitelist-reactivate').length
  return { added, reactivated, unchanged: wanted.length - added - reactivated, skipped: read.length - wanted.length }
}

async function addAll(
  ctx: Context,
  entries: readonly Omit<CsvEntry, 'isActive'>[],
  adminId: string | null,
): Promise<NewAction[]> {
  return ctx.db.tx(async (tx) => {
    await lockWhitelist(tx)
    const known = new Map(
      (
        await findEntries(
          tx,
          entries.map(({ walletAddress }) => walletAddress),
        )
      ).map((entry) => [entry.walletAddress, entry]),
    )
    const actions = entries.flatMap(({ walletAddress, note }): NewAction[] => {
      const action = actionFor(known.get(walletAddress), note)
      return action ? [{ adminId, action, subjectKind: 'wallet', subject: walletAddress, reason: note }] : []
    })
    const now = ctx.clock.sqlNow()
    const changed = new Set(actions.map(({ subject }) => subject))
    await upsertEntries(
      tx,
      entries
        .filter(({ walletAddress }) => changed.has(walletAddress))
        .map((entry) => ({ ...entry, id: randomUUID() })),
      { addedBy: adminId, now },
    )
    await recordActions(tx, actions, now)
    return actions
  })
}

function actionFor(known: Entry | undefined, note: string | null): NewAction['action'] | undefined {
  if (!known) return 'whitelist-add'
  if (!known.isActive) return 'whitelist-reactivate'
  return note !== null && note !== known.note ? 'whitelist-note' : undefined
}

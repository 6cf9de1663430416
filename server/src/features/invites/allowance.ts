import { findBoundWallets } from '#features/wallets'
import { findXAccount } from '#features/x'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { keyedHash, keyedHashes } from '#platform/keyed-hash'
import { type Allowance, allowanceOf } from './invite.rules.ts'
import { countInvites, findInviterId, findKept, type InviteCounts, upsertKept } from './store.ts'

const DAY_MS = 86_400_000

declare module '#platform/settings' {
  interface Settings {
    /** How many people each member may invite. */
    invitesPerMember: number
  }
}

/** What is the same for all accounts that somebody has one after another. */
async function identitiesOf(db: Queryable, userId: string): Promise<string[]> {
  const [wallets, x] = [await findBoundWallets(db, userId), await findXAccount(db, userId)]
  return [...wallets.map((address) => `invites/wallet/${address}`), ...(x ? [`invites/x/${x.xId}`] : [])]
}

async function keptOf(ctx: Context, db: Queryable, userId: string) {
  const hashes = (await identitiesOf(db, userId)).flatMap((text) => keyedHashes(ctx.settings, text))
  return hashes.length === 0 ? [] : await findKept(db, hashes)
}

/** Invites that deleted accounts of the same person used count, too. */
export async function findAllowance(
  ctx: Context,
  db: Queryable,
  userId: string,
  at: Date,
): Promise<Allowance & InviteCounts> {
  const counts = await countInvites(db, userId, at, new Date(at.getTime() - DAY_MS))
  const [kept] = await keptOf(ctx, db, userId)
  const { extra, open } = counts
  const used = counts.used + (kept?.used ?? 0)
  return { ...counts, used, ...allowanceOf({ everyone: ctx.settings.invitesPerMember, extra, used, open }) }
}

/**
 * Keeps, in a deletion's transaction and before wallets and X account are gone, how many invites the account used and
 * who invited it. Open invites stop working with the account.
 */
export async function keepInvites(ctx: Context, tx: Tx, userId: string, at: Date): Promise<void> {
  const hashes = (await identitiesOf(tx, userId)).map((text) => keyedHash(ctx.settings, text))
  const [first] = hashes
  const { used } = await findAllowance(ctx, tx, userId, at)
  const inviterId = (await findInviterId(tx, userId)) ?? null
  if (!first || (used === 0 && inviterId === null)) return
  await upsertKept(tx, { hashes: hashes.map(({ hash }) => hash), keyId: first.keyId, used, inviterId })
}

/** Returns who invited the deleted account that this one continues. */
export async function findKeptInviter(ctx: Context, db: Queryable, userId: string): Promise<string | undefined> {
  const kept = await keptOf(ctx, db, userId)
  return kept.find(({ inviterId }) => inviterId !== null && inviterId !== userId)?.inviterId ?? undefined
}

import { findBoundWallets, findEarlierOwners } from '#features/wallets'
import { findXAccount } from '#features/x'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { keyedHash, keyedHashes } from '#platform/keyed-hash'
import { type Allowance, allowanceOf } from './invite.rules.ts'
import { countInvites, findInviterId, findKept, type InviteCounts, upsertKept } from './store.ts'

const DAY_MS = 86_400_000

declare module '#platform/settings' {
  interface Settings {
    /** Number of people each member may invite. */
    invitesPerMember: number
  }
}

/** Returns the identities that all accounts of a person share, one after another. */
async function identitiesOf(db: Queryable, userId: string): Promise<string[]> {
  const [wallets, x] = [await findBoundWallets(db, userId), await findXAccount(db, userId)]
  return [...wallets.map((address) => `invites/wallet/${address}`), ...(x ? [`invites/x/${x.xId}`] : [])]
}

async function keptOf(ctx: Context, db: Queryable, userId: string) {
  const hashes = (await identitiesOf(db, userId)).flatMap((text) => keyedHashes(ctx.settings, text))
  return hashes.length === 0 ? [] : await findKept(db, hashes)
}

/** Returns the earlier owners of this account's wallets; later owners are not counted. */
const earlierOwners = async (db: Queryable, userId: string): Promise<string[]> =>
  findEarlierOwners(db, userId, await findBoundWallets(db, userId))

const countsOf = (db: Queryable, userId: string, at: Date): Promise<InviteCounts> =>
  countInvites(db, userId, at, new Date(at.getTime() - DAY_MS))

/** Returns the allowance, less the invites of the person's deleted accounts and of earlier owners of its wallets. */
export async function findAllowance(
  ctx: Context,
  db: Queryable,
  userId: string,
  at: Date,
): Promise<Allowance & InviteCounts> {
  const counts = await countsOf(db, userId, at)
  const { extra, open } = counts
  let used = counts.used + (await usedByDeleted(ctx, db, userId))
  for (const id of await earlierOwners(db, userId)) {
    const theirs = await countsOf(db, id, at)
    used += theirs.used + theirs.open
  }
  return { ...counts, used, ...allowanceOf({ everyone: ctx.settings.invitesPerMember, extra, used, open }) }
}

async function usedByDeleted(ctx: Context, db: Queryable, userId: string): Promise<number> {
  const [kept] = await keptOf(ctx, db, userId)
  return kept?.used ?? 0
}

/**
 * Stores the number of invites that the account used, and its inviter, in a deletion's transaction and before wallets
 * and X account are gone. Open invites stop working with the account.
 */
export async function keepInvites(ctx: Context, tx: Tx, userId: string, at: Date): Promise<void> {
  const hashes = (await identitiesOf(tx, userId)).map((text) => keyedHash(ctx.settings, text))
  const [first] = hashes
  // Earlier owners of its wallets keep theirs themselves.
  const used = (await countsOf(tx, userId, at)).used + (await usedByDeleted(ctx, tx, userId))
  const inviterId = (await findInviterId(tx, userId)) ?? null
  if (!first || (used === 0 && inviterId === null)) return
  await upsertKept(tx, { hashes: hashes.map(({ hash }) => hash), keyId: first.keyId, used, inviterId })
}

/** Returns the inviter of the account that this one continues: a deleted one, or one that had its wallet before. */
export async function findKeptInviter(ctx: Context, db: Queryable, userId: string): Promise<string | undefined> {
  const kept: (string | null | undefined)[] = (await keptOf(ctx, db, userId)).map(({ inviterId }) => inviterId)
  for (const id of await earlierOwners(db, userId)) kept.push(await findInviterId(db, id))
  return kept.find((inviterId) => inviterId && inviterId !== userId) ?? undefined
}

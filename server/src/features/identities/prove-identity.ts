import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { keyedHash, keyedHashes } from '#platform/keyed-hash'
import {
  type Carried,
  findEarlier,
  hasIdentity,
  inheritIdentities,
  insertIdentity,
  insertReturn,
  upsertOther,
} from './store.ts'

/** A wallet in lower case, or an account at a provider by its own id. */
export type Identity = { wallet: string } | { provider: string; subject: string }

const textOf = (identity: Identity) =>
  'wallet' in identity ? `learning/wallet/${identity.wallet}` : `learning/${identity.provider}/${identity.subject}`

/** Returns whether an account has, or a deleted one had, this identity. */
export const isKnownIdentity = (ctx: Context, db: Queryable, identity: Identity): Promise<boolean> =>
  hasIdentity(db, keyedHashes(ctx.settings, textOf(identity)))

/** Records that an account has an identity, in the caller's transaction. */
export async function recordIdentity(ctx: Context, tx: Tx, userId: string, identity: Identity): Promise<void> {
  const text = textOf(identity)
  const { keyId } = keyedHash(ctx.settings, text)
  await insertIdentity(tx, { userId, hashes: keyedHashes(ctx.settings, text), keyId })
}

/**
 * Records a newly proven identity and carries what its other accounts left with it: triggers copy the rows that tables
 * declare as `carried`. Deleted accounts are returned to once, by the first of their identities, which takes over all
 * of them; a constraint decides between two at once. Returns the accounts that this one continues. The caller carries
 * what triggers don't, under the learner's lock.
 */
export async function proveIdentity(ctx: Context, tx: Tx, userId: string, identity: Identity): Promise<Carried[]> {
  await recordIdentity(ctx, tx, userId, identity)
  const now = ctx.clock.sqlNow()
  const carried: Carried[] = []
  for (const earlier of await findEarlier(tx, userId, keyedHashes(ctx.settings, textOf(identity)))) {
    const pair = { from: earlier.userId, to: userId }
    const isReturn = earlier.isDeleted && (await insertReturn(tx, pair, now))
    if (isReturn) await inheritIdentities(tx, pair)
    else await upsertOther(tx, pair, now)
    carried.push({ ...pair, isReturn })
  }
  return carried
}

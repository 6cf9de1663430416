import { insertNotifications, type NewNotification } from '#features/notifications'
import { findUsernames } from '#features/profile'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { markTold } from './store.ts'

type Pair = { aId: string; bId: string }

/**
 * Notifies both people of each related pair, once, in the caller's transaction; why they are related is for admins only.
 * Returns the people told, whose `user` topics the caller publishes after the commit.
 */
export async function tellPairs(ctx: Context, tx: Tx, pairs: readonly Pair[]): Promise<string[]> {
  if (pairs.length === 0) return []
  const now = ctx.clock.sqlNow()
  const told = await markTold(tx, pairs, now)
  return notifyPairs(ctx, tx, told, ({ name, key }) => ({
    title: `Your account is related to ${name}’s`,
    message:
      'What you do for one another doesn’t count: no gifts in each other’s battles, no stakes against each other, no AP and no Trust. If that is wrong, appeal once in Settings.',
    key: `${key}/told`,
  }))
}

/** Tells both people that an admin found them unrelated, with the admin's words. Returns them. */
export const tellCleared = (ctx: Context, tx: Tx, pair: Pair, reason: string): Promise<string[]> =>
  notifyPairs(ctx, tx, [pair], ({ name, key }) => ({
    title: `Your account and ${name}’s aren’t related any more`,
    message: `What you do for one another counts again. An admin wrote: ${reason}`,
    key: `${key}/cleared`,
  }))

/** Tells these people that an admin looked at their appeals and found them related, with the admin's words. */
export const tellUpheld = (
  ctx: Context,
  tx: Tx,
  pair: Pair,
  { to, reason }: { to: readonly string[]; reason: string },
) =>
  notifyPairs(
    ctx,
    tx,
    [pair],
    ({ name, key }) => ({
      title: 'Your appeal was rejected',
      message: `Your account and ${name}’s stay related. An admin wrote: ${reason}`,
      key: `${key}/upheld`,
    }),
    to,
  )

type Told = Pick<NewNotification, 'title' | 'message' | 'key'>

async function notifyPairs(
  ctx: Context,
  tx: Tx,
  pairs: readonly Pair[],
  textOf: (other: { name: string; key: string }) => Told,
  to: readonly string[] = pairs.flatMap(({ aId, bId }) => [aId, bId]),
): Promise<string[]> {
  const ids = pairs.flatMap(({ aId, bId }) => [aId, bId])
  if (ids.length === 0) return []
  const names = await findUsernames(tx, [...new Set(ids)])
  // A pair may become related again once it was cleared.
  const at = ctx.clock.now().getTime()
  const notices = pairs.flatMap(({ aId, bId }) =>
    [
      [aId, bId],
      [bId, aId],
    ].map(
      ([userId = '', otherId = '']): NewNotification => ({
        ...textOf({ name: names.get(otherId) ?? 'another account', key: `related/${otherId}/${at}` }),
        userId,
        type: 'account_related',
        relatedId: null,
        isOwn: true,
      }),
    ),
  )
  const wanted = notices.filter(({ userId }) => to.includes(userId))
  await insertNotifications(tx, ctx.clock, wanted)
  return [...new Set(wanted.map(({ userId }) => userId))]
}

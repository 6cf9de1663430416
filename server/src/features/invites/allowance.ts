import { findEarlierAccounts } from '#features/identities'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { type Allowance, allowanceOf } from './invite.rules.ts'
import { countInvites, findInviterId, type InviteCounts } from './store.ts'

const DAY_MS = 86_400_000

declare module '#platform/settings' {
  interface Settings {
    /** Number of people each member may invite. */
    invitesPerMember: number
  }
}

const countsOf = (db: Queryable, userId: string, at: Date): Promise<InviteCounts> =>
  countInvites(db, userId, at, new Date(at.getTime() - DAY_MS))

/** Returns the allowance. Invites used by the accounts that this one continues count, too. */
export async function findAllowance(
  ctx: Context,
  db: Queryable,
  userId: string,
  at: Date,
): Promise<Allowance & InviteCounts> {
  const counts = await countsOf(db, userId, at)
  const { extra, open } = counts
  let { used } = counts
  for (const { id, isDeleted } of await findEarlierAccounts(db, userId)) {
    const theirs = await countsOf(db, id, at)
    // A deleted account's open invites admit nobody.
    used += theirs.used + (isDeleted ? 0 : theirs.open)
  }
  return { ...counts, used, ...allowanceOf({ everyone: ctx.settings.invitesPerMember, extra, used, open }) }
}

/** Returns the inviter of an account that this one continues, unless these invited one another. */
export async function findKeptInviter(db: Queryable, userId: string): Promise<string | undefined> {
  const earlier = (await findEarlierAccounts(db, userId)).map(({ id }) => id)
  for (const id of earlier) {
    const inviterId = await findInviterId(db, id)
    if (inviterId !== undefined && ![userId, ...earlier].includes(inviterId)) return inviterId
  }
  return undefined
}

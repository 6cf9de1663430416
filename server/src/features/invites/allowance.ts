import type { Answer } from '@aura/api/calls'
import { INVITE_RULES } from '@aura/api/rules/invites'
import { findEarlierAccounts } from '#features/identities'
import { countFirstDays } from '#features/streak'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { type Allowance, allowanceOf, type InviteLimits } from './invite.rules.ts'
import { countInvites, findInviterId, findInviteTimes, type InviteCounts } from './store.ts'

const DAY_MS = 86_400_000

declare module '#platform/limits' {
  interface Limits {
    invites: InviteLimits & {
      /** Days on which a person must have learned before their first invite. */
      firstAfterDays: number
    }
  }
}

type Next = Answer<'GET /api/invites'>['next']

/**
 * Returns what a person may invite: while the beta is closed what they earned and admins gave, else what a day allows.
 * `next` says when the next one is earned; null if enough wait, or everyone can join.
 */
export async function findAllowance(
  { settings, limits }: Context,
  db: Queryable,
  userId: string,
  at: Date,
): Promise<Pick<Allowance, 'left'> & InviteCounts & { next: Next }> {
  const counts = await countInvites(db, userId, new Date(at.getTime() - DAY_MS))
  if (settings.betaAccess === 'open')
    return { ...counts, left: Math.max(0, INVITE_RULES.perDay - counts.recent), next: null }
  const { firstAfterDays, ...rules } = limits.invites
  const { days, lastAt } = await countFirstDays(db, userId, firstAfterDays)
  const firstAt = days >= firstAfterDays ? lastAt : null
  const { extra } = counts
  const invites = await findInviteTimes(db, userId, at)
  // The days come back to whoever returns, so what was used of them counts, too. Open links of a deleted account are gone.
  for (const { id, isDeleted } of await findEarlierAccounts(db, userId))
    invites.push(...(await findInviteTimes(db, id, at)).filter(({ usedAt }) => usedAt !== null || !isDeleted))
  const { left, nextAt } = allowanceOf({ firstAt, extra, invites }, at, rules)
  const missing = firstAfterDays - days
  const next = missing > 0 ? { daysToLearn: missing, at: null } : nextAt && { daysToLearn: 0, at: nextAt.toISOString() }
  return { ...counts, left, next }
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

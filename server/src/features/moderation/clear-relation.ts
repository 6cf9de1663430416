import type { AdminActionName } from '@aura/api/calls/admin-log'
import type { RelationAppeal } from '@aura/api/calls/moderation'
import { recordActions } from '#features/admin-log'
import {
  answerAppeals,
  findPair,
  findWaitingAppeals,
  lockRevision,
  RELATED_AT,
  raiseRevision,
  tellCleared,
  tellPairs,
  tellUpheld,
  updateCleared,
} from '#features/related-accounts'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'

interface Judged {
  userId: string
  otherId: string
  adminId: string
  reason: string
}

/**
 * Removes a relation's effects, tells both people and grants their open appeals. What the accounts have in common so far
 * doesn't bring the effects back; only as much evidence of other kinds does. Changes nothing if it was done already.
 * Throws RELATION_NOT_FOUND and ADMIN_OWN_CASE.
 */
export const clearRelation = (ctx: Context, by: Judged): Promise<void> => judge(ctx, by, 'clear-relation')

/** Lets the score decide again. Throws the errors of `clearRelation`. */
export const restoreRelation = (ctx: Context, by: Judged): Promise<void> => judge(ctx, by, 'restore-relation')

/** Answers the open appeals about two accounts, which stay related. Throws RELATION_NOT_APPEALED and as above. */
export async function upholdRelation(ctx: Context, by: Judged): Promise<void> {
  const { userId, otherId, reason } = by
  const told = await ctx.db.tx(async (tx) => {
    await lockRevision(tx)
    if (!(await findPair(tx, userId, otherId))) throw new AppError('RELATION_NOT_FOUND')
    const to = await answerAppeals(tx, { userId, otherId, answer: reason }, ctx.clock.sqlNow())
    if (to.length === 0) throw new AppError('RELATION_NOT_APPEALED')
    await recordActions(tx, logged(by, 'uphold-relation'), ctx.clock.sqlNow())
    return tellUpheld(ctx, tx, pairOf(by), { to, reason })
  })
  for (const id of told) ctx.live.changed(`user:${id}`)
}

export async function readRelationAppeals(ctx: Context): Promise<RelationAppeal[]> {
  const rows = await findWaitingAppeals(ctx.db)
  return rows.map(({ id, username, profileImageUrl, text, appealedAt, ...row }) => ({
    person: { id, username, profileImageUrl },
    at: appealedAt.toISOString(),
    text,
    other: {
      person: { id: row.otherId, username: row.otherName, profileImageUrl: row.otherImage },
      score: row.score,
      reasons: row.reasons,
      isRelated: row.isRelated,
      clearedReason: row.clearedReason,
    },
  }))
}

const pairOf = ({ userId, otherId }: Judged) =>
  userId < otherId ? { aId: userId, bId: otherId } : { aId: otherId, bId: userId }

const logged = ({ userId, otherId, adminId, reason }: Judged, action: AdminActionName) =>
  [userId, otherId].map((subject) => ({ adminId, action, subjectKind: 'person' as const, subject, reason }))

async function judge(
  ctx: Context,
  by: Judged,
  action: Extract<AdminActionName, 'clear-relation' | 'restore-relation'>,
): Promise<void> {
  const { userId, otherId, reason } = by
  const cleared = action === 'clear-relation' ? reason : null
  const told = await ctx.db.tx(async (tx) => {
    await lockRevision(tx)
    const pair = await findPair(tx, userId, otherId)
    if (!pair) throw new AppError('RELATION_NOT_FOUND')
    if ((pair.clearedAt === null) === (cleared === null)) return []
    const hasEffects = pair.score >= RELATED_AT
    const isRelated = hasEffects && cleared === null
    await updateCleared(tx, { userId, otherId, reason: cleared, isRelated }, ctx.clock.sqlNow())
    await recordActions(tx, logged(by, action), ctx.clock.sqlNow())
    if (!hasEffects) return []
    await raiseRevision(tx)
    if (cleared === null) return tellPairs(ctx, tx, [pairOf(by)])
    await answerAppeals(tx, { userId, otherId, answer: reason }, ctx.clock.sqlNow())
    return tellCleared(ctx, tx, pairOf(by), reason)
  })
  for (const id of told) ctx.live.changed(`user:${id}`)
}

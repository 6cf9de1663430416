import type { ReportReason } from '@aura/api/calls/crowd'
import type { ReportedComment } from '@aura/api/calls/moderation/reports'
import { recordActions } from '#features/admin-log'
import { insertNotifications } from '#features/notifications'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { presentComment } from './read-comments.ts'
import { findComment, findWaiting, insertReport, removeComment, settleReportsOf } from './report-store.ts'

/** Reports a comment. A person's second report of it changes nothing. Throws COMMENT_NOT_FOUND and COMMENT_OWN. */
export async function reportComment(
  ctx: Context,
  report: { commentId: string; reporterId: string; reason: ReportReason },
): Promise<void> {
  const comment = await findComment(ctx.db, report.commentId)
  if (!comment) throw new AppError('COMMENT_NOT_FOUND')
  if (comment.authorId === report.reporterId) throw new AppError('COMMENT_OWN')
  await insertReport(ctx.db, report, ctx.clock.sqlNow())
}

/** Returns the comments with open reports, longest waiting first, at most 50. */
export const findReported = async ({ db }: Context): Promise<ReportedComment[]> =>
  (await findWaiting(db)).map((row) => ({
    ...presentComment(row),
    battleId: row.battleId,
    reports: row.reports,
    reasons: row.reasons,
  }))

/**
 * Settles the reports of a comment: removes it with a reason that its author is told, or keeps it if `removal` is null.
 * Throws COMMENT_NOT_FOUND, also if it was removed before, and ADMIN_OWN_CASE, also if the
 * admin's accounts reported it.
 */
export async function settleReports(
  ctx: Context,
  { commentId, adminId, removal }: { commentId: string; adminId: string; removal: { reason: string } | null },
): Promise<void> {
  const { authorId, battleId } = await ctx.db.tx(async (tx) => {
    const now = ctx.clock.sqlNow()
    const comment = removal ? await removeComment(tx, commentId, now) : await findComment(tx, commentId)
    if (!comment) throw new AppError('COMMENT_NOT_FOUND')
    const concerns = await settleReportsOf(tx, commentId, now)
    const action = removal ? 'remove-comment' : 'keep-comment'
    const reason = removal?.reason ?? null
    await recordActions(
      tx,
      [{ adminId, action, subjectKind: 'person', subject: comment.authorId, concerns, reason }],
      now,
    )
    if (removal) await insertNotifications(tx, ctx.clock, [removalNotice(commentId, comment, removal.reason)])
    return comment
  })
  if (!removal) return
  ctx.live.changed(`comments:${battleId}`)
  ctx.live.changed(`user:${authorId}`)
}

const removalNotice = (
  commentId: string,
  { authorId, battleId }: { authorId: string; battleId: string },
  reason: string,
) => ({
  userId: authorId,
  type: 'other' as const,
  relatedId: battleId,
  key: `comment-removed/${commentId}`,
  title: 'Your comment was removed',
  message: `An admin removed one of your comments on this battle: ${reason}`,
})

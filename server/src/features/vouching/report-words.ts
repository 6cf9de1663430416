import type { ReportReason } from '@aura/api/calls/crowd'
import type { ReportedWords } from '@aura/api/calls/vouching'
import { recordActions } from '#features/admin-log'
import { insertNotifications } from '#features/notifications'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { clearWords, findVisibleWords, findWaiting, findWords, insertReport, settleReportsOf } from './words-store.ts'

/** Reports words, once a person. Throws VOUCH_WORDS_NOT_FOUND, also for hidden ones, and VOUCH_WORDS_OWN. */
export async function reportWords(
  ctx: Context,
  report: { wordsId: string; reporterId: string; reason: ReportReason },
): Promise<void> {
  const words = await findVisibleWords(ctx.db, { id: report.wordsId, viewerId: report.reporterId })
  if (!words) throw new AppError('VOUCH_WORDS_NOT_FOUND')
  if (words.writerId === report.reporterId) throw new AppError('VOUCH_WORDS_OWN')
  await insertReport(ctx.db, report, ctx.clock.sqlNow())
}

/** Returns the words with open reports, longest waiting first, at most 50. */
export const findReportedWords = async ({ db }: Context): Promise<ReportedWords[]> =>
  (await findWaiting(db)).map(({ id, text, writtenAt, reports, reasons, ...people }) => ({
    id,
    writer: { id: people.writerId, username: people.username, profileImageUrl: people.profileImageUrl },
    target: { id: people.targetId, username: people.targetName },
    text,
    writtenAt: writtenAt.toISOString(),
    reports,
    reasons,
  }))

/**
 * Settles reports of words: removes them and tells their writer the reason, or keeps them if `removal` is null. Throws
 * VOUCH_WORDS_NOT_FOUND, also if they were removed before, and ADMIN_OWN_CASE, also if
 * they are about one of the admin's accounts, or one of these reported them.
 */
export async function settleWordReports(
  ctx: Context,
  { wordsId, adminId, removal }: { wordsId: string; adminId: string; removal: { reason: string } | null },
): Promise<void> {
  const { writerId } = await ctx.db.tx(async (tx) => {
    const now = ctx.clock.sqlNow()
    const words = removal ? await clearWords(tx, wordsId) : await findWords(tx, wordsId)
    if (!words) throw new AppError('VOUCH_WORDS_NOT_FOUND')
    const concerns = [words.targetId, ...(await settleReportsOf(tx, wordsId, now))]
    const action = removal ? 'remove-words' : 'keep-words'
    const reason = removal?.reason ?? null
    await recordActions(
      tx,
      [{ adminId, action, subjectKind: 'person', subject: words.writerId, concerns, reason }],
      now,
    )
    if (removal) await insertNotifications(tx, ctx.clock, [removalNotice(wordsId, words, removal.reason)])
    return words
  })
  if (removal) ctx.live.changed(`user:${writerId}`)
}

const removalNotice = (
  wordsId: string,
  { writerId, targetId }: { writerId: string; targetId: string },
  reason: string,
) => ({
  userId: writerId,
  type: 'other' as const,
  // A battle's id would be read as one.
  relatedId: `user/${targetId}`,
  key: `vouch-words-removed/${wordsId}`,
  title: 'Your words were removed',
  message: `An admin removed the line beside one of your vouches: ${reason}`,
})

import type { ReportReason } from '@aura/api/calls/crowd'
import type { ReportedPlaceLine } from '@aura/api/calls/standing'
import { recordActions } from '#features/admin-log'
import { insertNotifications } from '#features/notifications'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { clearLine, findLine, findReported, insertLineReport, settleLineReports } from './line-reports-store.ts'
import { deleteReports, findReceived, type Pair } from './store.ts'

/** Reports a line, once a person. Throws PLACE_LINE_NOT_FOUND, also for one that is hidden from them, and PLACE_LINE_OWN. */
export async function reportLine(
  ctx: Context,
  report: Pair & { reporterId: string; reason: ReportReason },
): Promise<void> {
  const { giverId, receiverId, reporterId } = report
  const at = await databaseTime(ctx.db, ctx.clock)
  const seen = await findReceived(ctx.db, { userId: receiverId, viewerId: reporterId, giverIds: [giverId] }, at)
  if (!seen.get(giverId)?.line) throw new AppError('PLACE_LINE_NOT_FOUND')
  if (giverId === reporterId) throw new AppError('PLACE_LINE_OWN')
  await insertLineReport(ctx.db, report, ctx.clock.sqlNow())
}

/** Returns the lines with open reports, longest waiting first, at most 50. */
export const reportedLines = async ({ db }: Context): Promise<ReportedPlaceLine[]> =>
  (await findReported(db)).map(({ id, giverId, receiverId, username, profileImageUrl, receiverName, ...line }) => ({
    id,
    writer: { id: giverId, username, profileImageUrl },
    receiver: { id: receiverId, username: receiverName },
    text: line.text,
    writtenAt: line.placedAt.toISOString(),
    reports: line.reports,
    reasons: line.reasons,
  }))

/**
 * Settles reports of a line: removes it and tells its writer the reason, or keeps it if `removal` is null. The place stays.
 * Throws PLACE_LINE_NOT_FOUND, also if it was removed before, and ADMIN_OWN_CASE, also if an account of the admin's
 * reported it or is stood by with it.
 */
export async function settleLine(
  ctx: Context,
  { placeId, adminId, removal }: { placeId: string; adminId: string; removal: { reason: string } | null },
): Promise<void> {
  const { giverId, receiverId } = await ctx.db.tx(async (tx) => {
    const place = removal ? await clearLine(tx, placeId) : await findLine(tx, placeId)
    if (!place) throw new AppError('PLACE_LINE_NOT_FOUND')
    const now = ctx.clock.sqlNow()
    const concerns = [place.receiverId, ...(await settleLineReports(tx, placeId, now))]
    const action = removal ? 'remove-words' : 'keep-words'
    const logged = { adminId, action, subjectKind: 'person', subject: place.giverId } as const
    await recordActions(tx, [{ ...logged, concerns, reason: removal?.reason ?? null }], now)
    if (!removal) return place
    await deleteReports(tx, placeId)
    const at = await databaseTime(tx, ctx.clock)
    await insertNotifications(tx, ctx.clock, [
      {
        userId: place.giverId,
        type: 'other',
        // A battle's id would be read as one.
        relatedId: `user/${place.receiverId}`,
        key: `place-line-removed/${placeId}/${at.getTime()}`,
        title: 'Your line was removed',
        message: `You still stand by them. An admin removed the line beside it: ${removal.reason}`,
      },
    ])
    return place
  })
  if (removal) for (const id of [giverId, receiverId]) ctx.live.changed(`user:${id}`)
}

import type { ReportedText, TextKind } from '@aura/api/calls/moderation/reports'
import { recordActions } from '#features/admin-log'
import { insertNotifications } from '#features/notifications'
import { lockPerson } from '#features/profile'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import type { Feature } from '#platform/feature'
import { findWaiting, insertReport, settleReportsOf, type TextPeople, type TextReport } from './text-report-store.ts'

/** A kind of text that everyone can see and report. */
export interface ReportableText {
  readonly kind: TextKind
  /** Locks a text against changes. Returns its people, or undefined if there is none that the viewer may see. */
  readonly find: (ctx: Context, tx: Tx, text: { id: string; viewerId: string }) => Promise<TextPeople | undefined>
  /** Removes a text. Returns undefined if there is none, or it was removed before. */
  readonly remove: (ctx: Context, tx: Tx, id: string) => Promise<Removal | undefined>
}

interface Removal {
  /** The notice to its writer; the message ends with the admin's reason. */
  notice: { title: string; message: string; relatedId: string; key: string }
  /** Live topics of the pages that showed it, besides its writer's. */
  topics: readonly string[]
}

declare module '#platform/feature' {
  interface Feature {
    readonly reportableText?: ReportableText
  }
}

function kindOf(features: readonly Feature[], kind: TextKind): ReportableText {
  const texts = features.find(({ reportableText }) => reportableText?.kind === kind)?.reportableText
  if (!texts) throw new Error(`No feature has ${kind}`)
  return texts
}

/** Reports a text, once a person. Throws TEXT_NOT_FOUND, also for a line or words that a block hides from them, and TEXT_OWN. */
export async function reportText(ctx: Context, features: readonly Feature[], report: TextReport): Promise<void> {
  const { kind, id, reporterId } = report
  await ctx.db.tx(async (tx) => {
    if ((await lockPerson(tx, reporterId)) === undefined) throw new AppError('UNAUTHORIZED')
    const people = await kindOf(features, kind).find(ctx, tx, { id, viewerId: reporterId })
    if (!people) throw new AppError('TEXT_NOT_FOUND')
    if (people.writerId === reporterId) throw new AppError('TEXT_OWN')
    await insertReport(tx, { ...report, ...people }, ctx.clock.sqlNow())
  })
}

/** Returns the texts with open reports, longest waiting first, at most 50. */
export const findReportedTexts = async ({ db }: Context): Promise<ReportedText[]> =>
  (await findWaiting(db)).map(
    ({ textId, writerId, username, profileImageUrl, aboutId, aboutName, writtenAt, ...text }) => ({
      ...text,
      id: textId,
      writer: { id: writerId, username, profileImageUrl },
      about: aboutId === null || aboutName === null ? null : { id: aboutId, username: aboutName },
      writtenAt: writtenAt.toISOString(),
    }),
  )

/**
 * Settles the open reports of a text: removes it and tells its writer the reason, or keeps it if `removal` is null.
 * Throws TEXT_NOT_FOUND, also if it has no open report, and ADMIN_OWN_CASE, also if the text is about one of the admin's
 * accounts, or one of these reported it.
 */
export async function settleText(
  ctx: Context,
  features: readonly Feature[],
  { adminId, removal, ...text }: { kind: TextKind; id: string; adminId: string; removal: { reason: string } | null },
): Promise<void> {
  const topics = await ctx.db.tx(async (tx) => {
    const now = ctx.clock.sqlNow()
    // Removed first: its lock keeps further reports out.
    const removed = removal && (await kindOf(features, text.kind).remove(ctx, tx, text.id))
    const settled = await settleReportsOf(tx, text, now)
    const [first] = settled
    if (!first || (removal && !removed)) throw new AppError('TEXT_NOT_FOUND')
    const { writerId, aboutId } = first
    const concerns = [...(aboutId === null ? [] : [aboutId]), ...settled.map(({ reporterId }) => reporterId)]
    const action = `${removal ? 'remove' : 'keep'}-${text.kind === 'comment' ? 'comment' : 'words'}` as const
    const logged = { adminId, action, subjectKind: 'person', subject: writerId } as const
    await recordActions(tx, [{ ...logged, concerns, reason: removal?.reason ?? null }], now)
    if (!removal || !removed) return []
    const { title, message, relatedId, key } = removed.notice
    const notice = { title, message: `${message}: ${removal.reason}`, relatedId, key }
    await insertNotifications(tx, ctx.clock, [{ userId: writerId, type: 'other', ...notice }])
    return [...removed.topics, `user:${writerId}`]
  })
  for (const topic of topics) ctx.live.changed(topic)
}

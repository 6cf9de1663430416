import { randomUUID } from 'node:crypto'
import type { ReportedPerson } from '@aura/api/calls/moderation/reports'
import { MODERATION_RULES } from '@aura/api/rules/moderation'
import { recordActions } from '#features/admin-log'
import { aboutsForAdmins } from '#features/people'
import { lockPerson, personExists } from '#features/profile'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { countOtherReports, findWaiting, type PersonReport, settleReportsOf, upsertReport } from './report-store.ts'

/** Reports a person, or changes the open report. Throws USER_NOT_FOUND, REPORT_ONESELF and REPORTS_USED_UP. */
export async function reportPerson(ctx: Context, report: PersonReport): Promise<void> {
  if (report.personId === report.reporterId) throw new AppError('REPORT_ONESELF')
  await ctx.db.tx(async (tx) => {
    if ((await lockPerson(tx, report.reporterId)) === undefined) throw new AppError('UNAUTHORIZED')
    if (!(await personExists(tx, report.personId))) throw new AppError('USER_NOT_FOUND')
    if ((await countOtherReports(tx, report)) >= MODERATION_RULES.open) throw new AppError('REPORTS_USED_UP')
    await upsertReport(tx, randomUUID(), report, ctx.clock.sqlNow())
  })
}

/** Returns the people with open reports, longest waiting first. */
export async function findReportedPeople({ db }: Context): Promise<ReportedPerson[]> {
  const people = await findWaiting(db)
  const aboutOf = await aboutsForAdmins(
    db,
    people.map(({ id }) => id),
  )
  return people.map(({ reports, waiting, ...person }) => ({
    person,
    about: aboutOf(person.id),
    waiting,
    reports: reports.map(({ reporterId, reporterName, reason, text, reportedAt }) => ({
      reporter: { id: reporterId, username: reporterName },
      reason,
      text,
      reportedAt: new Date(reportedAt).toISOString(),
    })),
  }))
}

/**
 * Settles the reports up to the moment the admin saw, so that no later report goes unread. Throws ADMIN_OWN_CASE, also
 * if the admin's accounts reported them, and REPORTS_NOT_FOUND.
 */
export async function settlePersonReports(
  ctx: Context,
  { personId, adminId, reason, upTo }: { personId: string; adminId: string; reason: string; upTo: Date },
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const now = ctx.clock.sqlNow()
    const concerns = await settleReportsOf(tx, { personId, upTo }, now)
    if (concerns.length === 0) throw new AppError('REPORTS_NOT_FOUND')
    await recordActions(
      tx,
      [{ adminId, action: 'settle-reports', subjectKind: 'person', subject: personId, concerns, reason }],
      now,
    )
  })
}

import type { Answer } from '@aura/api/calls'
import { recordActions } from '#features/admin-log'
import { insertNotifications } from '#features/notifications'
import { findUsernames } from '#features/profile'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import {
  answerAppeal,
  endCase,
  findLiabilities,
  findOwnRing,
  findWaitingAppeals,
  hasCase,
  insertAppeal,
  type Judged,
} from './appeal-store.ts'
import { answerNotice } from './notices.ts'
import { insertChange, waitForState } from './store.ts'

interface Row {
  text: string | null
  appealedAt: Date | null
  answer: string | null
}

const appealOf = ({ text, appealedAt, answer }: Row) =>
  text === null || appealedAt === null ? null : { text, at: appealedAt.toISOString(), answer }

/** Returns what takes from a person's Trust, for that person alone. */
export async function lessTrust(ctx: Context, userId: string): Promise<Answer<'GET /api/trust/own'>> {
  const at = await databaseTime(ctx.db, ctx.clock)
  const ring = await findOwnRing(ctx.db, userId)
  return {
    ring: ring ? { accounts: ring.accounts, countsFrom: ring.countsFrom.toISOString(), appeal: appealOf(ring) } : null,
    liabilities: (await findLiabilities(ctx.db, userId, at)).map(({ id, username, cause, endsAt, ...row }) => ({
      person: { id, username },
      cause,
      until: endsAt.toISOString(),
      appeal: appealOf(row),
    })),
  }
}

/**
 * Stores an appeal against a ring that the person invited, or against answering for `aboutId`. Throws
 * TRUST_CASE_NOT_FOUND and TRUST_APPEALED.
 */
export async function appealTrust(
  ctx: Context,
  { userId, aboutId, text }: { userId: string; aboutId: string | null; text: string },
): Promise<void> {
  // Their own id stands for the ring, which nobody asks for by it.
  if (aboutId === userId) throw new AppError('TRUST_CASE_NOT_FOUND')
  const about = { userId, aboutId: aboutId ?? userId }
  await ctx.db.tx(async (tx) => {
    const at = await databaseTime(tx, ctx.clock)
    if (await insertAppeal(tx, { ...about, text }, at)) return
    throw new AppError((await hasCase(tx, about, at)) ? 'TRUST_APPEALED' : 'TRUST_CASE_NOT_FOUND')
  })
}

export async function readTrustAppeals(ctx: Context): Promise<Answer<'GET /api/admin/trust-appeals'>> {
  const rows = await findWaitingAppeals(ctx.db, await databaseTime(ctx.db, ctx.clock))
  const names = await findUsernames(ctx.db, [...new Set(rows.flatMap(({ accountIds }) => accountIds))])
  return rows.map(({ id, username, accountIds, appealedAt, ...row }) => ({
    ...row,
    person: { id, username },
    at: appealedAt.toISOString(),
    accounts: accountIds.flatMap((account) => {
      const name = names.get(account)
      return name === undefined ? [] : [{ id: account, username: name }]
    }),
  }))
}

/**
 * Answers an open appeal and tells who appealed. Granted, what it is about takes nothing any more: a ring until an
 * account joins it, a liability until there is another reason. Throws TRUST_NOT_APPEALED and ADMIN_OWN_CASE.
 */
export async function judgeAppeal(ctx: Context, { adminId, ...judged }: Judged & { adminId: string }): Promise<void> {
  const { userId, aboutId, answer, isGranted } = judged
  await ctx.db.tx(async (tx) => {
    await waitForState(tx)
    const at = await databaseTime(tx, ctx.clock)
    const accounts = await answerAppeal(tx, judged, at)
    if (!accounts) throw new AppError('TRUST_NOT_APPEALED')
    const action = isGranted ? 'grant-trust-appeal' : 'reject-trust-appeal'
    const logged = { adminId, action, subjectKind: 'person', subject: userId, reason: answer } as const
    await recordActions(tx, [{ ...logged, concerns: [aboutId, ...accounts] }], ctx.clock.sqlNow())
    if (isGranted) {
      await endCase(tx, judged, at)
      await insertChange(tx, userId, ctx.clock.sqlNow())
    }
    const username = userId === aboutId ? null : ((await findUsernames(tx, [aboutId])).get(aboutId) ?? 'someone')
    await insertNotifications(tx, ctx.clock, [answerNotice({ ...judged, username, at })])
  })
  ctx.live.changed(`user:${userId}`)
}

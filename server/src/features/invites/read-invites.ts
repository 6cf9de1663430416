import type { Answer } from '@aura/api/calls'
import type { Invite, OwnInvite, PersonsInvites } from '@aura/api/calls/invites'
import { INVITE_RULES } from '@aura/api/rules/invites'
import type { OtherPerson } from '@aura/api/shapes'
import { recordActions } from '#features/admin-log'
import { balancesOf } from '#features/ledger'
import { personExists } from '#features/profile'
import { findUserWallet } from '#features/wallets'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { findAllowance } from './allowance.ts'
import { inviteStatusAt } from './invite.rules.ts'
import {
  findAncestors,
  findInvite,
  findInvited,
  findInviterId,
  findInvites,
  findPeople,
  type InviteRow,
  upsertExtra,
} from './store.ts'
import { canInvite } from './use-invite.ts'

export async function readOwn(ctx: Context, userId: string): Promise<Answer<'GET /api/invites'>> {
  const at = await databaseTime(ctx.db, ctx.clock)
  const rows = await findInvites(ctx.db, userId, INVITE_RULES.listed)
  const inviterId = await findInviterId(ctx.db, userId)
  const ids = [...rows.flatMap(({ invitedId }) => invitedId ?? []), ...(inviterId ? [inviterId] : [])]
  const people = await findPeople(ctx.db, ids, at)
  const { left, next } = await findAllowance(ctx, ctx.db, userId, at)
  const isAble = await canInvite(ctx, ctx.db, { inviterId: userId, userId: undefined })
  return {
    left,
    next,
    invites: rows.map((row) => presentOwn(row, { people, at, isAble })),
    invitedBy: (inviterId && people.get(inviterId)) || null,
  }
}

/** Returns the invite as its inviter sees it. */
export async function readOwnInvite(ctx: Context, id: string): Promise<OwnInvite> {
  const row = await findInvite(ctx.db, id)
  if (!row) throw new AppError('INVITE_NOT_FOUND')
  const at = await databaseTime(ctx.db, ctx.clock)
  const people = await findPeople(ctx.db, row.invitedId ? [row.invitedId] : [], at)
  const isAble = await canInvite(ctx, ctx.db, { inviterId: row.inviterId, userId: undefined })
  return presentOwn(row, { people, at, isAble })
}

function presentOwn(
  row: InviteRow,
  { people, at, isAble }: { people: ReadonlyMap<string, OtherPerson>; at: Date; isAble: boolean },
): OwnInvite {
  return {
    id: row.id,
    status: inviteStatusAt(row, at, isAble),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    invited: (row.invitedId && people.get(row.invitedId)) || null,
    usedAt: row.usedAt?.toISOString() ?? null,
  }
}

/** Returns an invite to anyone with its link. Throws INVITE_NOT_FOUND, also once its inviter has left. */
export async function readInvite(ctx: Context, id: string, userId: string | undefined): Promise<Invite> {
  const found = await findPublicInvite(ctx, id, userId)
  if (!found) throw new AppError('INVITE_NOT_FOUND')
  return found
}

/** Returns the invite as this viewer sees it, by default a visitor; null if there is none. */
export async function findPublicInvite(ctx: Context, id: string, userId?: string): Promise<Invite | null> {
  const row = await findInvite(ctx.db, id)
  if (!row) return null
  const at = await databaseTime(ctx.db, ctx.clock)
  const inviter = (await findPeople(ctx.db, [row.inviterId], at)).get(row.inviterId)
  if (!inviter) return null
  const { ap_available, ap_held } = await balancesOf(ctx.db, row.inviterId)
  return {
    id: row.id,
    status: inviteStatusAt(row, at, await canInvite(ctx, ctx.db, { inviterId: row.inviterId, userId })),
    inviter: { ...inviter, auraPoints: ap_available + ap_held },
    expiresAt: row.expiresAt.toISOString(),
    viewer: await viewerOf(ctx.db, row, userId),
  }
}

async function viewerOf(db: Queryable, row: InviteRow, userId: string | undefined): Promise<Invite['viewer']> {
  if (userId === undefined) return 'visitor'
  if (userId === row.inviterId) return 'inviter'
  if (userId === row.invitedId) return 'invited'
  return (await findUserWallet(db, userId)) === undefined ? 'without-wallet' : 'member'
}

/** Returns a person's invites to an admin. The log stores who read them. Throws USER_NOT_FOUND. */
export async function readPersons(
  ctx: Context,
  { userId, adminId }: { userId: string; adminId: string },
): Promise<PersonsInvites> {
  const found = await personsInvites(ctx, userId)
  const action = { adminId, action: 'read-invites', subjectKind: 'person', subject: userId } as const
  await ctx.db.tx((tx) => recordActions(tx, [action], ctx.clock.sqlNow()))
  return found
}

/** Sets a person's extra invites, in total. Idempotent. Throws USER_NOT_FOUND and ADMIN_OWN_CASE. */
export async function setExtra(
  ctx: Context,
  { userId, adminId, extra, reason }: { userId: string; adminId: string; extra: number; reason: string },
): Promise<PersonsInvites> {
  await personsInvites(ctx, userId)
  await giveExtra(ctx, { userId, adminId, extra, reason })
  return personsInvites(ctx, userId)
}

/** Does the same without looking for the person. `adminId` is null when run from the command line. */
export async function giveExtra(
  ctx: Context,
  { userId, adminId, extra, reason }: { userId: string; adminId: string | null; extra: number; reason: string | null },
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    await upsertExtra(tx, userId, extra)
    const action = { adminId, action: 'set-invites', subjectKind: 'person', subject: userId } as const
    const text = reason === null ? `${extra} extra` : `${extra} extra: ${reason}`
    await recordActions(tx, [{ ...action, reason: text }], ctx.clock.sqlNow())
  })
  ctx.live.changed(`user:${userId}`)
}

async function personsInvites(ctx: Context, userId: string): Promise<PersonsInvites> {
  if (!(await personExists(ctx.db, userId))) throw new AppError('USER_NOT_FOUND')
  const at = await databaseTime(ctx.db, ctx.clock)
  const { left, next, extra, invited: invitedCount } = await findAllowance(ctx, ctx.db, userId, at)
  const invited = await findInvited(ctx.db, userId, INVITE_RULES.listed)
  return {
    left,
    next,
    extra,
    invitedBy: await findAncestors(ctx.db, userId, INVITE_RULES.shownSteps),
    invited: invited.map(({ at: moment, invited: theirs, ...person }) => ({
      person,
      at: moment.toISOString(),
      invited: theirs,
    })),
    invitedCount,
  }
}

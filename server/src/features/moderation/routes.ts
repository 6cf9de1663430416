import type { AdminPerson } from '@aura/api/calls/moderation'
import type { FastifyInstance } from 'fastify'
import { getAddress } from 'viem'
import { isAdminRole } from '#features/auth'
import { voidBattle, voidNeedsSecond } from '#features/battles'
import { findLaterAccounts } from '#features/identities'
import { freezeRedemption, readDesk, readNeighbourhood, undoDecision } from '#features/steeze'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { route } from '#platform/http/route'
import { clearRelation, readRelationAppeals, restoreRelation, upholdRelation } from './clear-relation.ts'
import { approveRedemption, rejectRedemption } from './decide-redemption.ts'
import { hideStreams, showStreams } from './hide-streams.ts'
import { confirmProposal, propose, readProposals, withdrawProposal } from './proposals.ts'
import { removeFromWhitelist } from './remove-wallet.ts'
import { findReportedPeople, reportPerson, settlePersonReports } from './report-person.ts'
import { findReportedTexts, reportText, settleText } from './report-text.ts'
import { findPerson, listPeople, type PersonRow } from './store.ts'
import { liftPersonsSuspension, suspendPerson } from './suspend-person.ts'

export function moderationRoutes(app: FastifyInstance, ctx: Context, features: readonly Feature[]): void {
  route(app, ctx, 'DELETE /api/whitelist/:walletAddress', async ({ params, userId }) => {
    await removeFromWhitelist(ctx, { walletAddress: params.walletAddress, adminId: userId })
    return { ok: true as const }
  })

  route(app, ctx, 'GET /api/admin/people', async ({ query }) => {
    const people = await listPeople(ctx.db, { ...query, after: query.after ?? null })
    return people.map((person) => present(ctx, person))
  })

  route(app, ctx, 'POST /api/admin/people/:id/suspend', async ({ params: { id }, body, userId }) => {
    await refuseAdmin(ctx, id)
    await suspendPerson(ctx, { userId: id, reason: body.reason, adminId: userId })
    return present(ctx, await personOf(ctx, id))
  })

  route(app, ctx, 'POST /api/admin/people/:id/lift', async ({ params: { id }, body, userId }) => {
    await personOf(ctx, id)
    await liftPersonsSuspension(ctx, { userId: id, reason: body.reason, adminId: userId })
    return present(ctx, await personOf(ctx, id))
  })

  route(app, ctx, 'POST /api/admin/people/:id/hide-streams', async ({ params: { id }, body, userId }) => {
    await refuseAdmin(ctx, id)
    await hideStreams(ctx, { userId: id, reason: body.reason, adminId: userId })
    return present(ctx, await personOf(ctx, id))
  })

  route(app, ctx, 'POST /api/admin/people/:id/show-streams', async ({ params: { id }, body, userId }) => {
    await personOf(ctx, id)
    await showStreams(ctx, { userId: id, reason: body.reason, adminId: userId })
    return present(ctx, await personOf(ctx, id))
  })

  route(app, ctx, 'POST /api/admin/people/:id/freeze-redemption', async ({ params: { id }, body, userId }) => {
    await refuseAdmin(ctx, id)
    await freezeRedemption(ctx, id, body.reason, userId)
    return present(ctx, await personOf(ctx, id))
  })

  route(app, ctx, 'POST /api/admin/people/:id/unfreeze-redemption', async ({ params: { id }, body, userId }) => {
    const { freezeReason } = await personOf(ctx, id)
    if (freezeReason !== null)
      await propose(ctx, { action: 'unfreeze-redemption', subject: id, reason: body.reason, adminId: userId })
    return present(ctx, await personOf(ctx, id))
  })

  route(app, ctx, 'POST /api/admin/people/:id/related/:otherId/clear', async ({ params, body, userId }) => {
    await clearRelation(ctx, { userId: params.id, otherId: params.otherId, reason: body.reason, adminId: userId })
    return { ok: true as const }
  })

  route(app, ctx, 'POST /api/admin/people/:id/related/:otherId/restore', async ({ params, body, userId }) => {
    await restoreRelation(ctx, { userId: params.id, otherId: params.otherId, reason: body.reason, adminId: userId })
    return { ok: true as const }
  })

  route(app, ctx, 'POST /api/admin/people/:id/related/:otherId/uphold', async ({ params, body, userId }) => {
    await upholdRelation(ctx, { userId: params.id, otherId: params.otherId, reason: body.reason, adminId: userId })
    return { ok: true as const }
  })

  route(app, ctx, 'GET /api/admin/relation-appeals', () => readRelationAppeals(ctx))

  route(app, ctx, 'POST /api/admin/battles/:id/void', async ({ params, body, userId }) => {
    const isProposed = await voidNeedsSecond(ctx, params.id, userId)
    await (isProposed
      ? propose(ctx, { action: 'void-battle', subject: params.id, reason: body.reason, adminId: userId })
      : voidBattle(ctx, { battleId: params.id, reason: body.reason, adminId: userId }))
    return { isProposed }
  })

  route(app, ctx, 'GET /api/admin/proposals', () => readProposals(ctx))

  route(app, ctx, 'POST /api/admin/proposals/:id/confirm', async ({ params, userId }) => {
    await confirmProposal(ctx, { id: params.id, adminId: userId })
    return { ok: true as const }
  })

  route(app, ctx, 'POST /api/admin/proposals/:id/withdraw', async ({ params, userId }) => {
    await withdrawProposal(ctx, { id: params.id, adminId: userId })
    return { ok: true as const }
  })

  route(app, ctx, 'GET /api/admin/redemptions', () => readDesk(ctx))

  route(app, ctx, 'GET /api/admin/redemptions/:id', ({ params: { id }, userId }) =>
    readNeighbourhood(ctx, { id, adminId: userId }),
  )

  route(app, ctx, 'POST /api/admin/redemptions/:id/approve', ({ params: { id }, body, userId }) =>
    approveRedemption(ctx, { id, adminId: userId, ...decisionOf(body) }),
  )

  route(app, ctx, 'POST /api/admin/redemptions/:id/reject', async ({ params: { id }, body, userId }) => {
    await rejectRedemption(ctx, { id, adminId: userId, ...decisionOf(body) })
    return { ok: true as const }
  })

  route(app, ctx, 'POST /api/admin/redemptions/:id/undo', async ({ params: { id }, body: { reason }, userId }) => {
    await undoDecision(ctx, { id, reason, adminId: userId })
    return { ok: true as const }
  })

  route(app, ctx, 'PUT /api/users/:id/report', async ({ params, body, userId }) => {
    await reportPerson(ctx, { ...body, personId: params.id, reporterId: userId })
    return { ok: true as const }
  })

  route(app, ctx, 'GET /api/admin/reports', () => findReportedPeople(ctx))

  route(app, ctx, 'POST /api/admin/people/:id/settle-reports', async ({ params, body, userId }) => {
    const upTo = new Date(body.upTo)
    await settlePersonReports(ctx, { personId: params.id, adminId: userId, reason: body.reason, upTo })
    return { ok: true as const }
  })

  route(app, ctx, 'PUT /api/texts/:kind/:id/report', async ({ params, body, userId }) => {
    await reportText(ctx, features, { ...params, reporterId: userId, reason: body.reason })
    return { ok: true as const }
  })

  route(app, ctx, 'GET /api/admin/texts', () => findReportedTexts(ctx))

  route(app, ctx, 'POST /api/admin/texts/:kind/:id/remove', async ({ params, body, userId }) => {
    await settleText(ctx, features, { ...params, adminId: userId, removal: { reason: body.reason } })
    return { ok: true as const }
  })

  route(app, ctx, 'POST /api/admin/texts/:kind/:id/keep', async ({ params, userId }) => {
    await settleText(ctx, features, { ...params, adminId: userId, removal: null })
    return { ok: true as const }
  })
}

async function personOf(ctx: Context, id: string): Promise<PersonRow> {
  const person = await findPerson(ctx.db, id)
  if (!person) throw new AppError('USER_NOT_FOUND')
  return person
}

/** Throws ADMIN_NOT_RESTRICTED if the person is an admin, also in an account that continues this one. */
async function refuseAdmin(ctx: Context, id: string): Promise<void> {
  const later = await Promise.all((await findLaterAccounts(ctx.db, id)).map((each) => findPerson(ctx.db, each)))
  for (const person of [await personOf(ctx, id), ...later])
    if (person && isAdminRole(person, ctx.settings.adminWallets)) throw new AppError('ADMIN_NOT_RESTRICTED')
}

function present(ctx: Context, row: PersonRow): AdminPerson {
  const { suspensionReason, suspendedAt, freezeReason, frozenAt, hiddenReason, hiddenAt, ...person } = row
  return {
    ...person,
    walletAddress: row.walletAddress && getAddress(row.walletAddress),
    isAdmin: isAdminRole(row, ctx.settings.adminWallets),
    createdAt: row.createdAt.toISOString(),
    suspension: held(suspensionReason, suspendedAt),
    redemptionFreeze: held(freezeReason, frozenAt),
    streamsHidden: held(hiddenReason, hiddenAt),
  }
}

const held = (reason: string | null, since: Date | null) =>
  reason === null || since === null ? null : { reason, since: since.toISOString() }

const decisionOf = ({ reason, answersAppeal = false }: { reason: string; answersAppeal?: boolean | undefined }) => ({
  reason,
  answersAppeal,
})

import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { newBattle } from '../creating/new-battle.ts'
import { refuseAcceptance } from '../lifecycle/acceptance.ts'
import { applyTransitions } from '../lifecycle/apply-transitions.ts'
import { findByRequestKey } from '../lifecycle/transition-store.ts'
import { publishChanges } from '../publish-changes.ts'
import { findBattles } from '../store.ts'
import { battleOfLink, linkAcceptRefusal } from './link.rules.ts'
import { endLinks, lockLink } from './link-store.ts'

/**
 * Accepts a link and holds the acceptor's stake. Returns the battle's id, which is the link's. The time is read after
 * the link is locked, so the second of two acceptors finds it taken; the first one gets the battle again. Throws
 * CHALLENGE_LINK_NOT_FOUND, CHALLENGE_LINK_OWN, BATTLE_NOT_PENDING, IDEMPOTENCY_KEY_REUSED, or the errors of
 * `refuseAcceptance`.
 */
export async function acceptLink(
  ctx: Context,
  { linkId, userId, requestKey }: { linkId: string; userId: string; requestKey: string | undefined },
): Promise<string> {
  const changes = await ctx.db.tx(async (tx) => {
    const link = await lockLink(tx, linkId)
    if (!link) throw new AppError('CHALLENGE_LINK_NOT_FOUND')
    const [known] = link.status === 'accepted' ? await findBattles(tx, [linkId]) : []
    if (known?.opponentId === userId) return []

    const request = requestKey && { actorId: userId, transition: 'acceptLink' as const, requestKey }
    if (request && (await findByRequestKey(tx, request))) throw new AppError('IDEMPOTENCY_KEY_REUSED')

    const at = await databaseTime(tx, ctx.clock)
    const refusal = linkAcceptRefusal(link, userId, at)
    if (refusal) throw new AppError(refusal)
    const { id, challengerId, stake } = link
    await refuseAcceptance(ctx, tx, { id, challengerId, opponentId: userId, stake }, at)
    const made = { id, challengerId, opponentId: userId, createdAt: at, challengerHold: link.hold }
    const battle = newBattle({ ...battleOfLink(link, at), ...made })
    const accepted = await applyTransitions(
      tx,
      ctx.clock,
      [{ transition: 'acceptLink', battle, actorId: userId, requestKey }],
      { at },
    )
    await endLinks(tx, [id], 'accepted')
    return accepted
  })
  publishChanges(ctx, changes)
  return linkId
}

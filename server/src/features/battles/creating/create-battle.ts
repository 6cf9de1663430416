import { randomUUID } from 'node:crypto'
import { findIneligible } from '#features/wallets'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { applyTransitions } from '../lifecycle/apply-transitions.ts'
import { findByRequestKey } from '../lifecycle/transition-store.ts'
import { publishChanges } from '../publish-changes.ts'
import { findOpenRematch, findPeople, lockContenders } from '../store.ts'
import { insertNoStream } from '../streams/stream-store.ts'
import { pairRefusal } from './challengers.ts'
import { contenderOf } from './contender.ts'
import { type BattleForm, checkChallenge } from './create.rules.ts'
import { newBattle } from './new-battle.ts'
import { refusePairLimit } from './pair-limit.ts'
import { refuseTooManySent } from './sent-limit.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Creates a battle and holds the challenger's stake. Returns the battle's id; a retry with the same `requestKey`
 * returns the same one, and so does a rematch while another one of the same battle is open. Throws the first fault in
 * the form's order, then why the two may not meet.
 */
export async function createBattle(
  ctx: Context,
  features: readonly Feature[],
  { userId, form, requestKey }: { userId: string; form: BattleForm; requestKey?: string | undefined },
): Promise<string> {
  const { id, changes } = await ctx.db.tx(async (tx) => {
    const opponentId = form.opponentId?.trim().toLowerCase() ?? ''
    const both = UUID.test(opponentId) ? [userId, opponentId] : [userId]
    await lockContenders(tx, both)
    const knownId = requestKey && (await findByRequestKey(tx, { actorId: userId, transition: 'create', requestKey }))
    if (knownId) return { id: knownId, changes: [] }
    const openId = form.rematchOf && (await findOpenRematch(tx, form.rematchOf))
    if (openId) return { id: openId, changes: [] }

    const at = await databaseTime(tx, ctx.clock)
    const people = await findPeople(tx, both, at)
    const challenger = people.get(userId)
    if (!challenger || challenger.isDeleted) throw new AppError('UNAUTHORIZED')
    const ineligible = await findIneligible(ctx, tx, both)
    const found = people.get(opponentId)
    const opponent = found?.isDeleted ? undefined : found
    const checked = checkChallenge(form, {
      challenger: contenderOf(challenger, ineligible),
      opponent: opponent && contenderOf(opponent, ineligible),
      at,
      limits: {
        startAheadMs: ctx.limits.battleAheadMs,
        maxPending: ctx.limits.battlesPending,
        maxOpen: ctx.limits.battlesOpen,
      },
      demo: ctx.settings.demoBattle,
    })
    if (typeof checked === 'string' || !opponent) throw new AppError(checked as Exclude<typeof checked, object>)

    const refusal = await pairRefusal(tx, features, { challengerId: userId, opponentId: opponent.id })
    if (refusal) throw new AppError(refusal)
    await refusePairLimit(ctx, tx, { pair: [userId, opponent.id], stake: checked.stake, at })
    await refuseTooManySent(ctx, tx, { userId, opponentId: opponent.id, at })

    const id = randomUUID()
    const battle = newBattle({
      ...checked,
      id,
      challengerId: userId,
      opponentId: opponent.id,
      createdAt: at,
      challengerHold: randomUUID(),
    })
    const creation = { transition: 'create' as const, battle, actorId: userId, requestKey }
    const changes = await applyTransitions(tx, ctx.clock, [creation], { at })
    if (form.showsStream === false) await insertNoStream(tx, { userId, battleId: id }, ctx.clock.sqlNow())
    return { id, changes }
  })
  publishChanges(ctx, changes)
  return id
}

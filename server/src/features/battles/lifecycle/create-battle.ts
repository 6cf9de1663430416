import { randomUUID } from 'node:crypto'
import { API_ERRORS } from '@aura/api/errors'
import { findIneligible } from '#features/wallets'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import type { Feature } from '#platform/feature'
import { chainStart } from '../gifts/gift-chain.rules.ts'
import { publishChanges } from '../publish-changes.ts'
import {
  type BattleRow,
  findOpenRematch,
  findPeople,
  findSentChallenges,
  lockContenders,
  type Person,
} from '../store.ts'
import { applyTransitions } from './apply-transitions.ts'
import { pairRefusal } from './challengers.ts'
import { type BattleForm, type Contender, challengeLimit, checkChallenge } from './create.rules.ts'
import { refusePairLimit } from './pair-limit.ts'
import { findByRequestKey } from './transition-store.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Holds the challenger's stake and returns the battle's id; a retry with the same `requestKey` returns the same one.
 * So does a rematch while another one of the same battle is open. Throws the first fault in the form's order, then
 * why the two may not meet.
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
    const contender = (person: Person): Contender => ({
      id: person.id,
      availableAp: person.apAvailable,
      openBattles: person.openBattles,
      pendingChallenges: person.pendingChallenges,
      ineligible: ineligible.get(person.id),
    })
    const found = people.get(opponentId)
    const opponent = found?.isDeleted ? undefined : found
    const checked = checkChallenge(form, {
      challenger: contender(challenger),
      opponent: opponent && contender(opponent),
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
    await refuseTooMany(ctx, tx, { userId, opponentId: opponent.id, at })

    const id = randomUUID()
    const battle: BattleRow = {
      ...checked,
      id,
      challengerId: userId,
      opponentId: opponent.id,
      status: 'pending',
      createdAt: at,
      cancellationRequestedBy: null,
      winnerId: null,
      voidReason: null,
      declineReason: null,
      challengerHold: randomUUID(),
      opponentHold: randomUUID(),
      challengerSteeze: 0,
      opponentSteeze: 0,
      giftCount: 0,
      giftHead: chainStart(id),
      plannedEndsAt: null,
      extendedAt: [],
      outageFrom: null,
      outageTo: null,
      outageEnd: null,
      outageMovedTo: null,
      outageGifts: null,
      outageExtensions: null,
    }
    const creation = { transition: 'create' as const, battle, actorId: userId, requestKey }
    return { id, changes: await applyTransitions(tx, ctx.clock, [creation], { at }) }
  })
  publishChanges(ctx, changes)
  return id
}

/** Throws BATTLE_TOO_MANY_TODAY or BATTLE_TOO_MANY_TO_THEM, with the time of the next allowed challenge. */
async function refuseTooMany(
  ctx: Context,
  tx: Tx,
  { userId, opponentId, at }: { userId: string; opponentId: string; at: Date },
): Promise<void> {
  const { challengesPerDay: perDay, challengesPerPairDay: perPairDay } = ctx.limits
  const sent = await findSentChallenges(tx, userId, { at, limit: perDay })
  const reached = challengeLimit(sent, opponentId, { perDay, perPairDay })
  if (!reached) return
  const { code, until } = reached
  throw new AppError(code, {
    message: `${API_ERRORS[code].message} You can send the next one in ${durationText(until.getTime() - at.getTime())}.`,
    data: { retryAt: until.toISOString() },
  })
}

/** Rounded up: 5 h 12 min. */
function durationText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(' ')
}

import type { Rounds } from '@aura/api/calls/battles/rounds'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { sharedLiveAnswer } from '#platform/live/live-answer'
import type { LiveSource } from '#platform/live/source'
import { sideOf } from '../battle.rules.ts'
import { type BattleRow, findBattles } from '../store.ts'
import { findOwnAnswers } from './crowd-store.ts'
import { presentOwn, presentRounds, type RoundsFacts } from './present-rounds.ts'
import { findRounds, findSeats } from './rounds-store.ts'

/** Returns the battle. Throws BATTLE_NOT_FOUND or BATTLE_NOT_ROUNDS. */
export function roundsBattle(battle: BattleRow | undefined): RoundsFacts['battle'] {
  if (!battle) throw new AppError('BATTLE_NOT_FOUND')
  const { bestOf } = battle
  if (bestOf === null) throw new AppError('BATTLE_NOT_ROUNDS')
  return { ...battle, bestOf }
}

/** Returns the rounds of a battle as this viewer sees them. Throws BATTLE_NOT_FOUND or BATTLE_NOT_ROUNDS. */
export async function readRounds(ctx: Context, battleId: string, userId: string | undefined): Promise<Rounds> {
  const facts = await findFacts(ctx, battleId)
  if (userId === undefined) return { ...presentRounds(facts), own: null }
  const given = sideOf(facts.battle, userId) ? [] : await findOwnAnswers(ctx.db, battleId, userId)
  return { ...presentRounds(facts), own: presentOwn(facts, { userId, given }) }
}

async function findFacts(ctx: Context, battleId: string): Promise<RoundsFacts> {
  // Rounds first: they are never behind the battle's row then, which says whether they are over.
  const rounds = await findRounds(ctx.db, battleId)
  const [battles, seats, at] = [
    await findBattles(ctx.db, [battleId]),
    await findSeats(ctx.db, battleId),
    await databaseTime(ctx.db, ctx.clock),
  ]
  return { battle: roundsBattle(battles[0]), rounds, seats, at }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const roundsSource = (ctx: Context, kind: string): LiveSource => ({
  kind,
  access: 'everyone',
  async read(id) {
    if (!UUID.test(id)) return null
    try {
      const rounds = await readRounds(ctx, id, undefined)
      return [sharedLiveAnswer('GET /api/battles/:id/rounds', { params: { id } }, rounds, ['own', 'serverTime'])]
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return null
      throw error
    }
  },
})

/** Rounds for viewers. Leaves out what differs by viewer: pages keep their own. */
export const roundsLive = (ctx: Context): LiveSource => roundsSource(ctx, 'rounds')

/** The same for the two participants' pages. */
export const duelLive = (ctx: Context): LiveSource => roundsSource(ctx, 'duel')

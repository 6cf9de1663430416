import { rematchStartsInS } from '@aura/api/rules/battles'
import type { BattleState } from '../battle.rules.ts'
import type { BattleForm } from './create.rules.ts'

const HOUR_MS = 3_600_000

interface Played extends BattleState {
  title: string | null
  description: string
  softClose: boolean
  plannedEndsAt: Date | null
}

/** Returns the form of a rematch, from this participant to the other. */
export function rematchForm(battle: Played, userId: string): BattleForm {
  const lengthMs = (battle.plannedEndsAt ?? battle.endsAt).getTime() - battle.startsAt.getTime()
  return {
    rematchOf: battle.id,
    title: battle.title,
    description: battle.description,
    opponentId: userId === battle.challengerId ? battle.opponentId : battle.challengerId,
    stakeAmount: battle.stake,
    duration: lengthMs / HOUR_MS,
    softClose: battle.softClose,
    ...(battle.bestOf === null ? {} : { decidedBy: 'knowledge' as const, bestOf: battle.bestOf }),
  }
}

/** Returns start and end of a rematch accepted at this time. Until then its start is when it expires. */
export function acceptedRematch(
  { startsAt, endsAt }: Pick<BattleState, 'startsAt' | 'endsAt'>,
  at: Date,
): { startsAt: Date; endsAt: Date } {
  const lengthMs = endsAt.getTime() - startsAt.getTime()
  const startMs = at.getTime() + rematchStartsInS(lengthMs / HOUR_MS) * 1_000
  return { startsAt: new Date(startMs), endsAt: new Date(startMs + lengthMs) }
}

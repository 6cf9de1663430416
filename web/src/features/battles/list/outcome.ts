import { formatWhole } from '@aura/api/money'
import { countdown } from '#lib/time/countdown'
import type { Times } from '#lib/time/times'
import { movedAp } from '../shared/battle-score.ts'
import { type Battle, nameOf, takesPart } from '../shared/battle-view.ts'
import { gainText, lossText } from '../shared/stake-outcome.ts'
import { clockTime, dayName, isNear } from '../shared/times.ts'

export interface Outcome {
  value: string
  note: string
}

export function outcomeOf(
  battle: Battle,
  { viewerId, times, nowMs }: { viewerId: string; times: Times; nowMs: number },
): Outcome {
  const stakes = `${formatWhole(battle.challengerStake + battle.opponentStake)} AP`
  switch (battle.status) {
    case 'active':
      if (battle.rounds) return { value: `Best of ${battle.rounds.bestOf}`, note: `live, ${stakes}` }
      return voting(battle, nowMs, stakes)
    case 'pending':
      return pending(battle, viewerId, nowMs, stakes, times)
    case 'accepted':
    case 'cancellation_requested':
      return start(battle, nowMs, stakes, times)
    case 'completed':
      return ended(battle, viewerId)
    default:
      return { value: `${formatWhole(battle.challengerStake)} AP`, note: 'returned' }
  }
}

function voting({ votingEndsAt }: Battle, nowMs: number, stakes: string): Outcome {
  const leftMs = Date.parse(votingEndsAt) - nowMs
  if (leftMs <= 0) return { value: 'Voting Ended', note: `${stakes} at stake` }
  return { value: countdown(leftMs), note: `remaining, ${stakes}` }
}

function pending(battle: Battle, viewerId: string, nowMs: number, stakes: string, times: Times): Outcome {
  if (!isNear(battle.battleStartsAt, nowMs)) return start(battle, nowMs, stakes, times)
  const own = viewerId === battle.opponentId ? 'to answer' : 'until it expires'
  return { value: countdown(Date.parse(battle.battleStartsAt) - nowMs), note: `${own}, ${stakes}` }
}

function start({ battleStartsAt }: Battle, nowMs: number, stakes: string, times: Times): Outcome {
  if (isNear(battleStartsAt, nowMs)) {
    return { value: countdown(Date.parse(battleStartsAt) - nowMs), note: `until it starts, ${stakes}` }
  }
  return { value: dayName(battleStartsAt, times), note: `${clockTime(battleStartsAt, times)}, ${stakes}` }
}

const wonBy = (text: string, { rounds }: Battle): string => (rounds?.absent ? `${text} by walkover` : text)

function ended(battle: Battle, viewerId: string): Outcome {
  const { winnerId, challenger, opponent, challengerStake, opponentStake } = battle
  if (winnerId === null) return { value: 'Draw', note: `${formatWhole(challengerStake)} AP each returned` }
  const both = formatWhole(challengerStake + opponentStake)
  if (winnerId === viewerId) return { value: gainText(movedAp(battle)), note: wonBy('net, you won', battle) }
  if (takesPart(battle, viewerId)) return { value: lossText(movedAp(battle)), note: wonBy('you lost', battle) }
  if (battle.rounds?.absent) {
    const winner = nameOf(winnerId === challenger.id ? challenger : opponent)
    return { value: 'Walkover', note: `${formatWhole(movedAp(battle))} AP to ${winner}` }
  }
  return { value: `${both} AP`, note: `to ${nameOf(winnerId === challenger.id ? challenger : opponent)}` }
}

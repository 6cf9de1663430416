import type { Rounds } from '@aura/api/calls/battles/rounds'
import { roundsText, walkoverAp } from '@aura/api/rules/rounds'
import { shareOf } from '#aura/canvas/field-picture.ts'
import type { Battle } from './battle-view.ts'

/** Share of the field that a decided battle of rounds leaves the winner beyond the half. */
const MAX_LEAD = 0.36

/** Returns the challenger's share of the field by points, of those that win. */
export function shareOfPoints({ challenger, opponent }: Rounds['points'], bestOf: number): number {
  const lead = (challenger - opponent) / (Math.floor(bestOf / 2) + 1)
  return 0.5 + MAX_LEAD * Math.max(-1, Math.min(1, lead))
}

type Scored = Pick<Battle, 'rounds' | 'challengerVotes' | 'opponentVotes'>

/** Returns what each side has of what decides the battle: points, or Steeze. */
export const scoresOf = ({ rounds, challengerVotes, opponentVotes }: Scored) =>
  rounds?.points ?? { challenger: challengerVotes, opponent: opponentVotes }

/** Returns the challenger's share of the field. */
export const shareOfBattle = (battle: Scored): number =>
  battle.rounds
    ? shareOfPoints(battle.rounds.points, battle.rounds.bestOf)
    : shareOf(battle.challengerVotes, battle.opponentVotes)

export const scoreUnit = ({ rounds }: Pick<Battle, 'rounds'>): 'points' | 'Steeze' => (rounds ? 'points' : 'Steeze')

/** Returns the line that names how a battle of rounds is decided; null if gifts decide. */
export const kindText = ({ rounds }: Pick<Battle, 'rounds'>): string | null =>
  rounds ? roundsText(rounds.bestOf) : null

/** Returns the AP a decided battle moves from the loser to the winner: the stake, or half of it after a walkover. */
export const movedAp = ({ rounds, challengerStake }: Pick<Battle, 'rounds' | 'challengerStake'>): number =>
  rounds?.absent ? walkoverAp(challengerStake) : challengerStake

import type { Answer } from '@aura/api/calls'
import { type LevelKey, levelOfStreak } from '@aura/api/levels'
import { sideKeys } from '@aura/aura/side-keys'

export type Battle = Answer<'GET /api/battles'>[number]
export type BattleDetail = Answer<'GET /api/battles/:id'>
export type BattleCounts = Answer<'GET /api/battles/counts'>
export type Vote = Answer<'GET /api/battles/:id/votes'>[number]
type Participant = Battle['challenger']

export interface Side {
  person: Participant
  name: string
  /** The level's colour; ink where both levels look alike, grey for the loser. */
  color: LevelKey | 'ink' | 'ink-3'
  accent: LevelKey | 'none'
  steeze: number
  stake: number
  hasLost: boolean
}

export const battleTitle = ({ title, id }: Pick<Battle, 'title' | 'id'>): string => title ?? `Battle #${id.slice(0, 8)}`

export const DRAW = 'Aura Draw - No Winner'

export const nameOf = ({ firstName, username }: Pick<Participant, 'firstName' | 'username'>): string =>
  firstName || username

/** Challenger first. */
export function sidesOf(battle: Battle): readonly [Side, Side] {
  const levelKey = (person: Participant) => levelOfStreak(person.currentStreak).key
  const [a, b] = sideKeys(levelKey(battle.challenger), levelKey(battle.opponent))
  const side = (person: Participant, color: LevelKey | 'ink', steeze: number, stake: number): Side => {
    const hasLost = battle.winnerId !== null && battle.winnerId !== person.id
    return {
      person,
      name: nameOf(person),
      color: hasLost ? 'ink-3' : color,
      accent: hasLost || color === 'ink' ? 'none' : color,
      steeze,
      stake,
      hasLost,
    }
  }
  return [
    side(battle.challenger, a, battle.challengerVotes, battle.challengerStake),
    side(battle.opponent, b, battle.opponentVotes, battle.opponentStake),
  ]
}

export const shownStatus = (status: string): string => (status === 'active' ? 'live' : status)

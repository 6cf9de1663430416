import type { Answer } from '@aura/api/calls'
import { isolated } from '@aura/api/letters'
import { type LevelKey, levelOfStreak } from '@aura/api/levels'
import { resultKeys, type SideKey } from '@aura/drawing/side-keys'

export type Battle = Answer<'GET /api/battles'>[number]
export type BattleDetail = Answer<'GET /api/battles/:id'>
export type ChallengeLink = Answer<'GET /api/challenge-links/:id'>
export type BattleCounts = Answer<'GET /api/battles/counts'>
export type Vote = Answer<'GET /api/battles/:id/votes'>[number]
type Participant = Battle['challenger']

export interface Side {
  person: Participant
  name: string
  /** Colour token: the level's, its second shade if both levels look alike, or the loser's grey. */
  color: SideKey | 'lost'
  accent: SideKey | 'none'
  steeze: number
  /** What decides the battle: Steeze, or points of rounds. */
  score: number
  stake: number
  hasLost: boolean
}

export const battleTitle = ({ title, id }: Pick<Battle, 'title' | 'id'>): string =>
  title === null ? `Battle #${id.slice(0, 8)}` : isolated(title)

export const takesPart = (battle: Pick<Battle, 'challengerId' | 'opponentId'>, userId: string | undefined): boolean =>
  userId === battle.challengerId || userId === battle.opponentId

export const DRAW = 'Aura Draw - No Winner'

export const nameOf = ({ firstName, username }: Pick<Participant, 'firstName' | 'username'>): string =>
  isolated(firstName || username)

export function sidesOf(battle: Battle): readonly [Side, Side] {
  const { challenger, opponent, winnerId } = battle
  const winner = winnerId === null ? null : winnerId === challenger.id ? 'a' : 'b'
  const [a, b] = resultKeys(levelKey(challenger), levelKey(opponent), winner)
  const side = (person: Participant, color: SideKey | null, steeze: number, stake: number, points?: number): Side => ({
    person,
    name: nameOf(person),
    color: color ?? 'lost',
    accent: color ?? 'none',
    steeze,
    score: points ?? steeze,
    stake,
    hasLost: color === null,
  })
  return [
    side(challenger, a, battle.challengerVotes, battle.challengerStake, battle.rounds?.points.challenger),
    side(opponent, b, battle.opponentVotes, battle.opponentStake, battle.rounds?.points.opponent),
  ]
}

const levelKey = ({ currentStreak }: Participant): LevelKey => levelOfStreak(currentStreak).key

export const shownStatus = (status: string): string => (status === 'active' ? 'live' : status)

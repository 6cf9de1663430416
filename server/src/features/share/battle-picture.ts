import { isUpcoming } from '@aura/api/battle-statuses'
import type { BattleDetail } from '@aura/api/calls/battles/battle'
import { isolated } from '@aura/api/letters'
import { formatWhole } from '@aura/api/money'
import { rematchStartsInS, untilText } from '@aura/api/rules/battles'
import { roundsText } from '@aura/api/rules/rounds'
import { utcMinute } from '#platform/utc-text'
import type { BattlePicture } from './battle-image.ts'
import type { PictureOf } from './share-image.ts'

const untitledOf = ({ id }: BattleDetail): string => `Battle #${id.slice(0, 8)}`
const titleOf = (battle: BattleDetail): string => battle.title ?? untitledOf(battle)
const nameOf = ({ firstName, username }: BattleDetail['challenger']): string => firstName || username

/** With the username beside a name from X, which anybody can choose. */
const namesOf = ({ firstName, username }: BattleDetail['challenger']): string =>
  firstName ? `${isolated(firstName)} (@${username})` : isolated(username)

function stageOf({ status }: BattleDetail): BattlePicture['stage'] {
  if (status === 'active') return 'live'
  if (status === 'completed') return 'over'
  return isUpcoming(status) ? 'before' : 'off'
}

/** Returns the start. A pending rematch has none yet: until it is accepted, `battleStartsAt` is when it expires. */
const startOf = ({ status, rematchOf, duration, battleStartsAt }: BattleDetail): string =>
  status === 'pending' && rematchOf !== null
    ? `Starts ${untilText(rematchStartsInS(duration))} after it is accepted`
    : `Starts ${utcMinute(new Date(battleStartsAt))}`

/** Returns what counts for each side: points of rounds, or Steeze. */
const scoresOf = ({ rounds, challengerVotes, opponentVotes }: BattleDetail) =>
  rounds?.points ?? { challenger: challengerVotes, opponent: opponentVotes }

const isWalkover = ({ winnerId, rounds }: BattleDetail): boolean => winnerId !== null && Boolean(rounds?.absent)

export function battlePicture(battle: BattleDetail): PictureOf<'battle'> {
  const stage = stageOf(battle)
  const side = (
    person: BattleDetail['challenger'],
    score: number,
    gifters: readonly { amount: number }[],
  ): BattlePicture['a'] => ({
    id: person.id,
    name: nameOf(person),
    username: person.username,
    photo: person.profileImageUrl,
    days: person.currentStreak,
    auraPoints: person.auraPoints,
    score,
    gifts: gifters.map(({ amount }) => amount),
  })
  const { challenger, opponent, topGifters, winnerId } = battle
  const scores = scoresOf(battle)
  return {
    of: 'battle',
    shape: 'wide',
    title: titleOf(battle),
    untitled: untitledOf(battle),
    stage,
    note: stage === 'off' ? 'Called off' : startOf(battle),
    a: side(challenger, scores.challenger, topGifters.challenger),
    b: side(opponent, scores.opponent, topGifters.opponent),
    winner: winnerId === null ? null : winnerId === challenger.id ? 'a' : 'b',
    isWalkover: isWalkover(battle),
  }
}

export function wordsOf(battle: BattleDetail): { title: string; description: string; imageAlt: string } {
  const [a, b] = [namesOf(battle.challenger), namesOf(battle.opponent)]
  const name = isolated(titleOf(battle))
  const stakes = `${formatWhole(battle.challengerStake + battle.opponentStake)} AP at stake`
  const { challenger, opponent } = scoresOf(battle)
  const unit = battle.rounds ? 'points' : 'Steeze'
  const scores = `${a} ${formatWhole(challenger)}, ${b} ${formatWhole(opponent)} ${unit}`
  const picture = `The field between ${a} and ${b}`
  switch (stageOf(battle)) {
    case 'live':
      return {
        title: `${name}: live`,
        description: `${scores}. ${stakes}.`,
        imageAlt: `${picture}. ${scores}.`,
      }
    case 'over': {
      const winner = isolated(nameOf(battle.winnerId === battle.challengerId ? battle.challenger : battle.opponent))
      const title = battle.winnerId === null ? 'Aura Draw - No Winner' : `${winner} Wins!`
      const how = isWalkover(battle) ? 'By walkover: no question was asked.' : `${scores}.`
      return { title, description: `${name}. ${how}`, imageAlt: `${title} ${how}` }
    }
    case 'before':
      return {
        title: `${name}: ${a} against ${b}`,
        description: [
          `${startOf(battle)}. ${formatWhole(battle.challengerStake)} AP each.`,
          ...(battle.rounds ? [roundsText(battle.rounds.bestOf)] : []),
        ].join(' '),
        imageAlt: `${picture}, not yet lit.`,
      }
    default:
      return { title: name, description: `${a} against ${b}. Called off.`, imageAlt: `${picture}, not lit.` }
  }
}

import { formatWhole } from '@aura/api/money'
import { walkoverAp } from '@aura/api/rules/rounds'
import { type BattleDetail, DRAW, nameOf } from '../../shared/battle-view.ts'
import { gainText, lossText } from '../../shared/stake-outcome.ts'

export interface EndWords {
  /** Two lines, the second set narrower. */
  title: readonly [string, string]
  hasLost: boolean
  /** The viewer's own outcome; null for viewers who did not take part. */
  note: string | null
  gifter: string | null
}

type Facts = Pick<
  BattleDetail,
  | 'winnerId'
  | 'challengerId'
  | 'opponentId'
  | 'challenger'
  | 'opponent'
  | 'challengerStake'
  | 'opponentStake'
  | 'challengerVotes'
  | 'opponentVotes'
  | 'topGifters'
  | 'ownGifts'
> &
  Partial<Pick<BattleDetail, 'rounds'>>

export function endWords(battle: Facts, viewerId: string | undefined): EndWords {
  const isChallengers = battle.winnerId === battle.challengerId
  const own = ownSide(battle, viewerId)
  const isWalkover = Boolean(battle.rounds?.absent)
  if (battle.winnerId === null) {
    const stake = own && `Your stake of ${formatWhole(own.stake)} AP is back.`
    return {
      title: splitAt(DRAW, ' - '),
      hasLost: false,
      note: own ? joined(stake, kept(own.steeze)) : gaveText(battle, viewerId),
      gifter: drawGifterText(battle, viewerId),
    }
  }
  const names = [nameOf(battle.challenger), nameOf(battle.opponent)] as const
  const [winner, loser] = isChallengers ? names : [names[1], names[0]]
  const winners = gifterText(
    `Top gifter of ${winner}`,
    isChallengers ? battle.topGifters.challenger : battle.topGifters.opponent,
    viewerId,
  )
  if (!own) {
    return {
      title: [winner, 'Wins!'],
      hasLost: false,
      note: joined(isWalkover && `${loser} wasn’t ready in time. ${UNASKED}`, gaveText(battle, viewerId)),
      gifter: winners,
    }
  }
  if (viewerId === battle.winnerId) {
    return {
      title: ['You', 'won'],
      hasLost: false,
      note: joined(
        isWalkover
          ? `${gainText(walkoverAp(own.stake))} net: ${loser} wasn’t ready in time, which costs half the stake. ${UNASKED}`
          : `${gainText(own.stake)} net: you get your stake back, and that of ${loser}.`,
        kept(own.steeze),
      ),
      gifter: gifterText('Your top gifter', own.gifters, viewerId),
    }
  }
  return {
    title: ['You lost', 'this one'],
    hasLost: true,
    note: joined(
      kept(own.steeze) ?? (!battle.rounds && 'Nobody gifted you this time.'),
      isWalkover
        ? `${lossText(walkoverAp(own.stake))}: you weren’t ready in time, so half your stake goes to ${winner}. ${UNASKED}`
        : `${lossText(own.stake)}: your stake goes to ${winner}.`,
    ),
    gifter: gifterText('Your top gifter', own.gifters, viewerId) ?? winners,
  }
}

const UNASKED = 'No question was asked.'

const joined = (...texts: readonly (string | false | null)[]): string | null => texts.filter(Boolean).join(' ') || null

const kept = (steeze: number): string | null =>
  steeze > 0 ? `You keep the ${formatWhole(steeze)} Steeze you received.` : null

function ownSide(battle: Facts, viewerId: string | undefined) {
  if (viewerId === battle.challengerId) {
    return { stake: battle.challengerStake, steeze: battle.challengerVotes, gifters: battle.topGifters.challenger }
  }
  if (viewerId === battle.opponentId) {
    return { stake: battle.opponentStake, steeze: battle.opponentVotes, gifters: battle.topGifters.opponent }
  }
  return null
}

function gaveText({ ownGifts, challenger, opponent }: Facts, viewerId: string | undefined): string | null {
  if (viewerId === undefined) return null
  const sides = [
    [ownGifts.challenger, challenger],
    [ownGifts.opponent, opponent],
  ] as const
  const parts = sides.flatMap(([amount, person]) =>
    amount > 0 ? [`${formatWhole(amount)} Steeze to ${nameOf(person)}`] : [],
  )
  return parts.length > 0 ? `You gave ${parts.join(' and ')}.` : null
}

type Gifter = Facts['topGifters']['challenger'][number]

const gifterName = ({ userId, username }: Gifter, viewerId: string | undefined): string =>
  userId === viewerId ? 'you' : username

function gifterText(label: string, [first]: readonly Gifter[], viewerId: string | undefined): string | null {
  return first ? `${label}: ${gifterName(first, viewerId)}, ${formatWhole(first.amount)} Steeze` : null
}

/** Amounts are per side, so the side is named. If both sides' are equal, both gifters are named. */
function drawGifterText({ topGifters, challenger, opponent }: Facts, viewerId: string | undefined): string | null {
  const [[a], [b]] = [topGifters.challenger, topGifters.opponent]
  if (!a || !b || a.amount !== b.amount) {
    const isChallengers = (a?.amount ?? 0) > (b?.amount ?? 0)
    const [top, to] = isChallengers ? [a, challenger] : [b, opponent]
    return top ? `${gifterText('Top gifter', [top], viewerId)} to ${to.id === viewerId ? 'you' : nameOf(to)}` : null
  }
  if (a.userId === b.userId) return `${gifterText('Top gifter', [a], viewerId)} to each`
  const [first, second] = [gifterName(a, viewerId), gifterName(b, viewerId)]
  return `Top gifters: ${first} and ${second}, ${formatWhole(a.amount)} Steeze each`
}

function splitAt(text: string, mark: string): readonly [string, string] {
  const [first = '', rest = ''] = text.split(mark)
  return [`${first}${mark.trimEnd()}`, rest]
}

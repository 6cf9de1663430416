import { isUpcoming } from '@aura/api/battle-statuses'
import type { ClosedRound, OpenRound, RoundQuestion, Rounds, RoundsPhase } from '@aura/api/calls/battles/rounds'
import { isPlaying, lobbyClosesAt, type Side, sideOf, winnerOf } from '../battle.rules.ts'
import type { BattleRow } from '../store.ts'
import type { OwnAnswer } from './crowd-store.ts'
import {
  explainedAt,
  isReady,
  isRight,
  orderOf,
  questionOf,
  type RoundState,
  readyFrom,
  readyRefusal,
  type SealedQuestion,
  streakOf,
  tookMs,
} from './rounds.rules.ts'
import { hasAnswered, type Seat, type StoredRound } from './rounds-store.ts'

export interface RoundsFacts {
  battle: BattleRow & { bestOf: NonNullable<BattleRow['bestOf']> }
  rounds: readonly StoredRound[]
  seats: Record<Side, Seat>
  at: Date
}

/** Returns the state that everybody sees. Of a round that isn't closed it holds the commitment, and nothing it covers but the question. */
export function presentRounds({ battle, rounds, seats, at }: RoundsFacts): Omit<Rounds, 'own'> {
  const closed = rounds.filter(({ closedAt }) => closedAt !== null)
  const last = closed.at(-1)
  const ahead = isPlaying(battle) ? rounds.find(({ closedAt }) => closedAt === null) : undefined
  const phase = phaseOf(battle, { last, ahead })
  const ready = (side: Side) => isReady(battle, seats[side].readyAt, at)
  return {
    battleId: battle.id,
    bestOf: battle.bestOf,
    phase,
    lobby:
      phase === 'waiting' || phase === 'lobby'
        ? {
            ready: { challenger: ready('challenger'), opponent: ready('opponent') },
            readyFrom: readyFrom(battle).toISOString(),
            closesAt: lobbyClosesAt(battle).toISOString(),
          }
        : null,
    points: { challenger: battle.challengerPoints, opponent: battle.opponentPoints },
    streaks: { challenger: streakOf(closed, 'challenger'), opponent: streakOf(closed, 'opponent') },
    next:
      ahead && !ahead.openedAt
        ? {
            number: ahead.number,
            isSuddenDeath: ahead.isSuddenDeath,
            commitment: ahead.commitment,
            opensAt: ahead.opensAt.toISOString(),
          }
        : null,
    open: ahead?.openedAt ? presentOpen(ahead) : null,
    results: closed.flatMap(({ number, isSuddenDeath, result }) => (result ? { number, isSuddenDeath, result } : [])),
    last: last ? presentClosed(last) : null,
    revealEndsAt: phase === 'reveal' && last?.closedAt ? explainedAt(last.closedAt).toISOString() : null,
    outcome: phase === 'over' ? outcomeOf(battle) : null,
    serverTime: at.toISOString(),
  }
}

function phaseOf(
  battle: BattleRow,
  { last, ahead }: { last: RoundState | undefined; ahead: RoundState | undefined },
): RoundsPhase {
  if (isUpcoming(battle.status)) return 'waiting'
  if (!isPlaying(battle)) return 'over'
  if (ahead?.openedAt) return 'open'
  if (last) return 'reveal'
  return ahead ? 'countdown' : 'lobby'
}

function outcomeOf(battle: BattleRow): Rounds['outcome'] {
  const { absent } = battle
  if (absent) return { endedBy: absent === 'both' ? 'absence' : 'walkover', winner: winnerOf(battle) ?? null }
  if (battle.status !== 'completed') return { endedBy: 'called-off', winner: null }
  return { endedBy: 'rounds', winner: winnerOf(battle) ?? null }
}

/** Returns the question without anything that tells its answer. */
const shown = ({ kind, text, options }: SealedQuestion): RoundQuestion => ({ kind, text, options })

const ordersOf = ({ salt }: RoundState, question: SealedQuestion) => ({
  challenger: orderOf(salt, 'challenger', question),
  opponent: orderOf(salt, 'opponent', question),
})

function presentOpen(round: RoundState): OpenRound | null {
  const { number, isSuddenDeath, commitment, openedAt, closesAt } = round
  if (!openedAt || !closesAt) return null
  const question = questionOf(round)
  return {
    number,
    isSuddenDeath,
    commitment,
    question: shown(question),
    orders: ordersOf(round, question),
    answered: hasAnswered(round),
    openedAt: openedAt.toISOString(),
    closesAt: closesAt.toISOString(),
  }
}

function presentClosed(round: StoredRound): ClosedRound | null {
  const { number, isSuddenDeath, result, openedAt, closedAt, commitment, salt, crowd } = round
  if (!result || !openedAt || !closedAt) return null
  const question = questionOf(round)
  const answerOf = (side: Side) => {
    const answer = round.answers[side]
    return (
      answer && {
        choice: answer.choice,
        isRight: isRight(question, answer.choice),
        ms: tookMs(answer, openedAt),
      }
    )
  }
  const [challenger = 0, challengerRight = 0, opponent = 0, opponentRight = 0, neither = 0, neitherRight = 0] =
    crowd ?? []
  return {
    number,
    isSuddenDeath,
    result,
    question: shown(question),
    orders: ordersOf(round, question),
    right: question.right,
    explanation: question.explanation,
    optionExplanations: question.optionExplanations,
    lesson: { id: question.lessonId, ...question.lesson },
    answers: { challenger: answerOf('challenger'), opponent: answerOf('opponent') },
    crowd: {
      challenger: { answered: challenger, right: challengerRight },
      opponent: { answered: opponent, right: opponentRight },
      neither: { answered: neither, right: neitherRight },
    },
    commitment,
    salt,
    closedAt: closedAt.toISOString(),
  }
}

/** Returns what concerns the viewer alone. `given`: a viewer's answers; a participant's are in the rounds. */
export function presentOwn(
  { battle, rounds, at }: RoundsFacts,
  { userId, given }: { userId: string; given: readonly OwnAnswer[] },
): NonNullable<Rounds['own']> {
  const side = sideOf(battle, userId) ?? null
  const open = isPlaying(battle) ? rounds.find(({ openedAt, closedAt }) => openedAt && !closedAt) : undefined
  const closed = given.filter(({ isClosed }) => isClosed)
  const own = side ? open?.answers[side] : given.find(({ number, isClosed }) => number === open?.number && !isClosed)
  const lastWrong = closed.findLastIndex((answer) => !answer.isRight)
  return {
    side,
    canBeReady: readyRefusal(battle, userId, { at, hasBegun: rounds.length > 0 }) === undefined,
    choice: own?.choice ?? null,
    answered: closed.length,
    right: closed.filter((answer) => answer.isRight).length,
    streak: closed.length - 1 - lastWrong,
  }
}

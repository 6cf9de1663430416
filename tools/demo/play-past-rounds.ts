import type { RoundQuestion } from '@aura/api/calls/battles/rounds'
import { type BestOf, ROUND_RULES } from '@aura/api/rules/rounds'
import {
  answerRound,
  battleFinder,
  beReady,
  createBattle,
  performTransition,
  readRounds,
} from '../../server/src/features/battles/index.ts'
import { features } from '../../server/src/features.ts'
import { AppError } from '../../server/src/platform/app-error.ts'
import type { Context } from '../../server/src/platform/context.ts'

const HOUR_MS = 3_600_000
const SIDES = ['challenger', 'opponent'] as const
type Side = (typeof SIDES)[number]

interface PastRounds {
  /** Ids of the two creators. */
  ids: Readonly<Record<Side, string>>
  title: string | null
  stake: number
  bestOf: BestOf
  startsAt: Date
  requestKey: string
}

interface Player {
  /** Returns the options that a side chooses. */
  choose(question: RoundQuestion, who: { side: Side; number: number }): number[]
  /** Returns the milliseconds that a side takes to answer. */
  ms(who: { side: Side; number: number }): number
  /** Runs what is due at a time. */
  doDue(ctx: Context): Promise<void>
}

/**
 * Plays a battle of rounds of the past between two creators through the real commands. Returns 1, or 0 when it exists or
 * is impossible, for example for lack of points.
 */
export async function playPastRounds(
  at: (ms: number) => Context,
  { ids, title, stake, bestOf, startsAt, requestKey }: PastRounds,
  { choose, ms, doDue }: Player,
): Promise<number> {
  const startsAtMs = startsAt.getTime()
  const then = at(startsAtMs - HOUR_MS)
  try {
    const battleId = await createBattle(then, features, {
      userId: ids.challenger,
      form: {
        title,
        opponentId: ids.opponent,
        stakeAmount: stake,
        battleDate: startsAt.toISOString(),
        duration: null,
        decidedBy: 'knowledge',
        bestOf,
        softClose: false,
      },
      requestKey,
    })
    const battle = await battleFinder(then)(battleId)
    if (battle?.status !== 'pending') return 0
    await performTransition(then, { battleId, userId: ids.opponent, transition: 'accept', requestKey })
    await doDue(at(startsAtMs))
    for (const side of SIDES) await beReady(at(startsAtMs), { battleId, userId: ids[side] })
    let nowMs = startsAtMs + ROUND_RULES.countdownSeconds * 1_000
    for (;;) {
      await doDue(at(nowMs))
      const { open } = await readRounds(at(nowMs), battleId, undefined)
      if (!open) return 1
      const { number, question } = open
      const answers = SIDES.map((side) => ({ side, ms: ms({ side, number }) })).sort((a, b) => a.ms - b.ms)
      for (const answer of answers) {
        const { side } = answer
        await answerRound(at(nowMs + answer.ms), { battleId, number, side, choice: choose(question, { side, number }) })
      }
      nowMs += Math.max(...answers.map((answer) => answer.ms)) + ROUND_RULES.explainSeconds * 1_000
    }
  } catch (error) {
    // Too few points or too many battles, so this one is skipped.
    if (error instanceof AppError) return 0
    throw error
  }
}

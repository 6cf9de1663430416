import { ROUND_RULES } from '@aura/api/rules/rounds'
import {
  allowPractice,
  answerRound,
  beReady,
  createBattle,
  performTransition,
  readBattles,
  readRounds,
} from '../../server/src/features/battles/index.ts'
import { catalogueOf } from '../../server/src/features/lessons/index.ts'
import { findUsername } from '../../server/src/features/profile/index.ts'
import { features } from '../../server/src/features.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { choiceOf } from './play-rounds.ts'

const MINUTE_MS = 60_000
const SIDES = ['challenger', 'opponent'] as const
/** Seconds that each takes, and the rounds in which they don't know the answer, over and over. */
const ANSWERS = {
  challenger: { seconds: [7, 11, 6], wrongIn: [2, 5] },
  opponent: { seconds: [9, 8, 12], wrongIn: [3] },
}

interface PastRounds {
  challenger: string
  opponent: string
  title: string
  stake: number
  startsAt: Date
}

/**
 * Plays a battle of rounds of the past between two creators, who let others practise against them from then on. `doDue`
 * runs what is due at a time. Returns 1, or 0 when it exists. Throws what creating it throws.
 */
export async function playPastRounds(
  at: (ms: number) => Context,
  script: PastRounds,
  doDue: (ctx: Context) => Promise<void>,
): Promise<number> {
  const { title, stake, startsAt } = script
  const startsAtMs = startsAt.getTime()
  const then = at(startsAtMs - 60 * MINUTE_MS)
  const challenger = await findUsername(then.db, script.challenger)
  const opponent = await findUsername(then.db, script.opponent)
  if (!challenger || !opponent) return 0
  const ids = { challenger: challenger.id, opponent: opponent.id }
  const requestKey = `demo-rounds-${startsAtMs}`
  const before = await readBattles(then, undefined, { view: 'all', limit: 100 })
  const battleId = await createBattle(then, features, {
    userId: ids.challenger,
    form: {
      title,
      opponentId: ids.opponent,
      stakeAmount: stake,
      battleDate: startsAt.toISOString(),
      duration: null,
      decidedBy: 'knowledge',
      bestOf: 7,
      softClose: false,
    },
    requestKey,
  })
  if (before.some(({ id }) => id === battleId)) return 0
  await performTransition(then, { battleId, userId: ids.opponent, transition: 'accept', requestKey })
  const catalogue = await catalogueOf(then.settings.lessonsDir)
  await doDue(at(startsAtMs))
  for (const side of SIDES) await beReady(at(startsAtMs), { battleId, userId: ids[side] })
  let nowMs = startsAtMs + ROUND_RULES.countdownSeconds * 1_000
  for (;;) {
    await doDue(at(nowMs))
    const { open } = await readRounds(at(nowMs), battleId, undefined)
    if (!open) break
    const { number, question } = open
    const took = SIDES.map((side) => {
      const { seconds, wrongIn } = ANSWERS[side]
      return { side, ms: (seconds[number % seconds.length] ?? 10) * 1_000, isKnown: !wrongIn.includes(number % 7) }
    }).sort((a, b) => a.ms - b.ms)
    for (const { side, ms, isKnown } of took) {
      await answerRound(at(nowMs + ms), { battleId, number, side, choice: choiceOf(catalogue, question, isKnown) })
    }
    nowMs += Math.max(...took.map(({ ms }) => ms)) + ROUND_RULES.explainSeconds * 1_000
  }
  for (const id of Object.values(ids)) await allowPractice(at(nowMs), id)
  return 1
}

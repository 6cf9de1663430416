import { RATING_RULES } from '@aura/api/rules/rating'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { createBattle, performTransition } from '../../server/src/features/battles/index.ts'
import { battlesDue } from '../../server/src/features/battles/lifecycle/due-battles.ts'
import { answerRound } from '../../server/src/features/battles/rounds/answer-round.ts'
import { beReady } from '../../server/src/features/battles/rounds/be-ready.ts'
import { questionOf } from '../../server/src/features/battles/rounds/rounds.rules.ts'
import { findRounds } from '../../server/src/features/battles/rounds/rounds-store.ts'
import { findUsername } from '../../server/src/features/profile/index.ts'
import { findRating } from '../../server/src/features/rating/index.ts'
import { features } from '../../server/src/features.ts'
import { AppError } from '../../server/src/platform/app-error.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { MovingClock } from './moving-clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const STAKE = 20
const BEST_OF = 3
/** Apart, so that nobody runs out of questions they didn't see within the week. */
const DAYS_APART = 2

/** Creators and how often they are right. Each plays each of the others, so that all of them are rated. */
const PLAYERS: readonly { username: string; knows: number }[] = [
  { username: 'merkle_maya', knows: 0.9 },
  { username: 'temi_codes', knows: 0.8 },
  { username: 'yuki_reads', knows: 0.75 },
  { username: 'gas_goblin', knows: 0.65 },
  { username: 'kofi_mints', knows: 0.55 },
  { username: 'hana_hashes', knows: 0.4 },
]

/**
 * Plays past battles of rounds between creators through the real commands, on evenings of the last days, so that
 * the board of ratings has people. Does nothing where they are rated. Returns the number of battles.
 */
export async function playRatedRounds(
  ctx: Context,
  { random = Math.random, players = PLAYERS }: { random?: () => number; players?: typeof PLAYERS } = {},
): Promise<number> {
  const now = ctx.clock.now()
  const people: { id: string; knows: number }[] = []
  for (const { username, knows } of players) {
    const user = await findUsername(ctx.db, username)
    if (user) people.push({ id: user.id, knows })
  }
  const first = people[0] && (await findRating(ctx.db, people[0].id, now))
  if (first && first.rated >= RATING_RULES.battles) return 0
  let played = 0
  for (const [nr, [one, other]] of roundRobin(people).entries()) {
    const perEvening = Math.floor(people.length / 2)
    const daysAgo = 1 + DAYS_APART * (people.length - 2 - Math.floor(nr / perEvening))
    const startsAt = new Date(
      Math.floor(now.getTime() / DAY_MS - daysAgo) * DAY_MS + (18 + (nr % perEvening)) * HOUR_MS,
    )
    played += await play(ctx, [one, other], { startsAt, random })
  }
  return played
}

/** Returns all pairs, such that as many as possible in a row have everybody once. */
function roundRobin<T>(people: readonly T[]): [T, T][] {
  const [fixed, ...rest] = people
  if (fixed === undefined) return []
  return rest.flatMap((_, turn) => {
    const turned = [fixed, ...rest.slice(turn), ...rest.slice(0, turn)]
    return turned
      .slice(0, Math.floor(turned.length / 2))
      .map((person, at): [T, T] => [person, turned[turned.length - 1 - at] as T])
  })
}

async function play(
  ctx: Context,
  people: readonly [{ id: string; knows: number }, { id: string; knows: number }],
  { startsAt, random }: { startsAt: Date; random: () => number },
): Promise<number> {
  const clock = new MovingClock(new Date(startsAt.getTime() - MINUTE_MS))
  const then = { ...ctx, clock }
  const [challenger, opponent] = people
  const requestKey = `demo-rounds-${challenger.id}-${opponent.id}`
  try {
    const battleId = await createBattle(then, features, {
      userId: challenger.id,
      form: {
        title: null,
        description: '',
        opponentId: opponent.id,
        stakeAmount: STAKE,
        battleDate: startsAt.toISOString(),
        duration: null,
        decidedBy: 'knowledge',
        bestOf: BEST_OF,
        softClose: false,
      },
      requestKey,
    })
    await performTransition(then, { battleId, userId: opponent.id, transition: 'accept', requestKey })
    for (const { id } of people) await beReady(then, { battleId, userId: id })
    const due = battlesDue(then, { onError: fail, features })
    for (;;) {
      const round = (await findRounds(ctx.db, battleId)).at(-1)
      if (!round || round.closedAt) return 1
      clock.at = round.opensAt
      await due.runBatch()
      for (const { id, knows } of people) {
        clock.at = new Date(clock.at.getTime() + 1_000 + random() * 4_000)
        const side = id === challenger.id ? 'challenger' : 'opponent'
        const { right, options } = questionOf(round)
        const wrong = options.findIndex((_, index) => !right.includes(index))
        const choice = random() < knows || wrong < 0 ? right : [wrong]
        await answerRound(then, { battleId, number: round.number, side, choice })
      }
      clock.at = new Date(clock.at.getTime() + ROUND_RULES.explainSeconds * 1_000)
      await due.runBatch()
    }
  } catch (error) {
    // Too few points or too many battles, so this one is skipped.
    if (error instanceof AppError) return 0
    throw error
  }
}

const fail = (error: unknown): never => {
  throw error
}

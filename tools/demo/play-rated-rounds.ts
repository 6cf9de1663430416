import { RATING_RULES } from '@aura/api/rules/rating'
import { battlesDue } from '../../server/src/features/battles/lifecycle/due-battles.ts'
import { catalogueOf } from '../../server/src/features/lessons/index.ts'
import { findUsername } from '../../server/src/features/profile/index.ts'
import { findRating } from '../../server/src/features/rating/index.ts'
import { features } from '../../server/src/features.ts'
import { clockAt } from '../../server/src/platform/clock.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { playPastRounds } from './play-past-rounds.ts'
import { choiceOf } from './play-rounds.ts'

const HOUR_MS = 3_600_000
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
  const at = (ms: number): Context => ({ ...ctx, clock: clockAt(new Date(ms)) })
  const catalogue = await catalogueOf(ctx.settings.lessonsDir)
  let played = 0
  for (const [nr, [challenger, opponent]] of roundRobin(people).entries()) {
    const perEvening = Math.floor(people.length / 2)
    const daysAgo = 1 + DAYS_APART * (people.length - 2 - Math.floor(nr / perEvening))
    const startsAt = new Date(
      Math.floor(now.getTime() / DAY_MS - daysAgo) * DAY_MS + (18 + (nr % perEvening)) * HOUR_MS,
    )
    const sides = { challenger, opponent }
    const ids = { challenger: challenger.id, opponent: opponent.id }
    const requestKey = `demo-rounds-${challenger.id}-${opponent.id}`
    played += await playPastRounds(
      at,
      { ids, title: null, stake: STAKE, bestOf: BEST_OF, startsAt, requestKey },
      {
        choose: (question, { side }) => choiceOf(catalogue, question, random() < sides[side].knows),
        ms: () => Math.floor(1_000 + random() * 8_000),
        doDue,
      },
    )
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

/** Runs the battles' job only: the others would take long. */
async function doDue(ctx: Context): Promise<void> {
  const onError = (error: unknown): never => {
    throw error
  }
  while (await battlesDue(ctx, { onError, features }).runBatch());
}

import { allowPractice } from '../../server/src/features/battles/index.ts'
import { catalogueOf } from '../../server/src/features/lessons/index.ts'
import { findUsername } from '../../server/src/features/profile/index.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { playPastRounds } from './play-past-rounds.ts'
import { choiceOf } from './play-rounds.ts'

/** Seconds that each takes, and the rounds in which they don't know the answer, over and over. */
const PARTNERS = {
  challenger: { username: 'temi_codes', seconds: [7, 11, 6], wrongIn: [2, 5] },
  opponent: { username: 'hana_hashes', seconds: [9, 8, 12], wrongIn: [3] },
}

/**
 * Plays a battle of rounds of the past between two creators, who let newcomers practise against them from then on.
 * `doDue` runs what is due at a time. Returns 1, or 0 when it exists or is impossible.
 */
export async function playPartners(
  at: (ms: number) => Context,
  startsAt: Date,
  doDue: (ctx: Context) => Promise<void>,
): Promise<number> {
  const then = at(startsAt.getTime())
  const challenger = await findUsername(then.db, PARTNERS.challenger.username)
  const opponent = await findUsername(then.db, PARTNERS.opponent.username)
  if (!challenger || !opponent) return 0
  const ids = { challenger: challenger.id, opponent: opponent.id }
  const catalogue = await catalogueOf(then.settings.lessonsDir)
  const requestKey = `demo-rounds-${startsAt.getTime()}`
  const played = await playPastRounds(
    at,
    { ids, title: 'Who read it well?', stake: 20, bestOf: 7, startsAt, requestKey },
    {
      choose: (question, { side, number }) =>
        choiceOf(catalogue, question, !PARTNERS[side].wrongIn.includes(number % 7)),
      ms({ side, number }) {
        const { seconds } = PARTNERS[side]
        return (seconds[number % seconds.length] ?? 10) * 1_000
      },
      doDue,
    },
  )
  if (played > 0) for (const id of Object.values(ids)) await allowPractice(then, id)
  return played
}

import type { Answer } from '@aura/api/calls'
import type { ReceivedPlace } from '@aura/api/calls/standing'
import { STANDING_RULES } from '@aura/api/rules/standing'
import { personExists } from '#features/profile'
import { type ExplainedPlace, explainTrust } from '#features/trust'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { countReceived, findGiven, findReceived, type PlaceRow } from './store.ts'

/**
 * Returns who stands by a person and what each place brings, and by whom they stand. What takes from a place is told to
 * its giver and receiver alone. Throws USER_NOT_FOUND.
 */
export async function listPlaces(
  ctx: Context,
  features: readonly Feature[],
  { userId, viewerId }: { userId: string; viewerId: string | null },
): Promise<Answer<'GET /api/users/:id/places'>> {
  if (!(await personExists(ctx.db, userId))) throw new AppError('USER_NOT_FOUND')
  const at = await databaseTime(ctx.db, ctx.clock)
  const { places, points, seeds, countsThousandths } = await explainTrust(ctx, features, userId)
  const shown = places.toSorted((one, other) => other.points - one.points).slice(0, STANDING_RULES.shown)
  const giverIds = shown.map(({ giver }) => giver.id)
  const received = await findReceived(ctx.db, { userId, viewerId, giverIds }, at)
  return {
    received: shown.flatMap((place) => {
      const found = received.get(place.giver.id)
      return found ? [present(place, found, viewerId === userId || viewerId === place.giver.id)] : []
    }),
    receivedTotal: await countReceived(ctx.db, userId),
    given: await findGiven(ctx.db, { userId, viewerId }, at),
    trust: { points, seeds, countsThousandths },
  }
}

const present = (
  { giver, isSeed, placedAt, points, ripeAt, money, discounts }: ExplainedPlace,
  { id, line }: Pick<PlaceRow, 'id' | 'line'>,
  isTheirs: boolean,
): ReceivedPlace => ({
  id,
  person: giver,
  line,
  placedAt: placedAt.toISOString(),
  isSeed,
  points,
  ripeAt: ripeAt?.toISOString() ?? null,
  money: money && { since: money.since.toISOString(), ripeAt: money.ripeAt?.toISOString() ?? null },
  discounts: isTheirs ? discounts : [],
})

import type { Answer } from '@aura/api/calls'
import type { ReceivedPlace } from '@aura/api/calls/standing'
import { STANDING_RULES } from '@aura/api/rules/standing'
import { personExists } from '#features/profile'
import { type ExplainedPlace, explainTrust, type PlaceKey } from '#features/trust'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { countReceived, findGiven, findReceived, type PlaceRow } from './store.ts'

interface Listing {
  userId: string
  viewerId: string | null
  /** The previous page's cursor. */
  after: string | undefined
}

/**
 * Returns a page of who stands by a person and what each place brings, and by whom they stand. What takes from a place is
 * told to its giver and receiver alone. Throws USER_NOT_FOUND.
 */
export async function listPlaces(
  ctx: Context,
  features: readonly Feature[],
  { userId, viewerId, after }: Listing,
): Promise<Answer<'GET /api/users/:id/places'>> {
  if (!(await personExists(ctx.db, userId))) throw new AppError('USER_NOT_FOUND')
  const at = await databaseTime(ctx.db, ctx.clock)
  const page = { userId, after: after === undefined ? undefined : keyOf(after), limit: STANDING_RULES.page }
  const { places, hasMore, points, seeds, countsThousandths } = await explainTrust(ctx, features, page)
  const giverIds = places.map(({ giverId }) => giverId)
  const received = await findReceived(ctx.db, { userId, viewerId, giverIds }, at)
  const last = places.at(-1)
  return {
    received: places.flatMap((place) => {
      const found = received.get(place.giverId)
      return found ? [present(place, found, viewerId === userId || viewerId === place.giverId)] : []
    }),
    next: hasMore && last ? cursorOf(last) : null,
    receivedTotal: await countReceived(ctx.db, userId),
    given: await findGiven(ctx.db, { userId, viewerId }, at),
    trust: { points, seeds, countsThousandths },
  }
}

const cursorOf = ({ points, placedMicros, giverId }: PlaceKey): string => `${points}.${placedMicros}.${giverId}`

function keyOf(cursor: string): PlaceKey {
  const [points = '', placedMicros = '', giverId = ''] = cursor.split('.')
  return { points: Number(points), placedMicros: Number(placedMicros), giverId }
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

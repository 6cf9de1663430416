import type { Answer } from '@aura/api/calls'
import { TRUST_RULES } from '@aura/api/rules/trust'
import { lockPair, refuseBlocked } from '#features/follows'
import { insertNotifications } from '#features/notifications'
import { lockPerson } from '#features/profile'
import { findSuspended } from '#features/suspension'
import { findSeedIds } from '#features/trust'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { countOpen, endPlace, findGiven, findOpen, insertPlace, type Pair, updateLine } from './store.ts'

type Places = Pick<Answer<'GET /api/places'>, 'total' | 'left'>

/**
 * Takes a place, or changes the line of the one that exists; an undefined line keeps it. The receiver is notified, and
 * a repetition replaces that notice. Locks both people, so that two requests at once can't exceed the limit, and the
 * pair, so that no place outlives a block. Returns the places left. Throws USER_NOT_FOUND, PLACE_FOR_ONESELF,
 * PLACES_USED_UP, PERSON_UNAVAILABLE for a suspended person, and the errors of `refuseBlocked`.
 */
export async function standBy(ctx: Context, { line, ...pair }: Pair & { line: string | undefined }): Promise<Places> {
  const { giverId, receiverId } = pair
  if (giverId === receiverId) throw new AppError('PLACE_FOR_ONESELF')
  const left = await ctx.db.tx(async (tx) => {
    await lockPair(tx, giverId, receiverId)
    const names = new Map<string, string>()
    for (const id of [giverId, receiverId].sort()) {
      const person = await lockPerson(tx, id)
      if (!person) throw new AppError(id === giverId ? 'UNAUTHORIZED' : 'USER_NOT_FOUND')
      names.set(id, person.username)
    }
    await refuseBlocked(tx, { userId: giverId, otherId: receiverId }, 'PERSON_UNAVAILABLE')
    const known = await findOpen(tx, pair)
    const now = ctx.clock.sqlNow()
    if (known) {
      if (line !== undefined) await updateLine(tx, known.id, line || null)
      return placesOf(ctx, tx, giverId)
    }
    if ((await findSuspended(tx, [receiverId])).size > 0) throw new AppError('PERSON_UNAVAILABLE')
    const before = await placesOf(ctx, tx, giverId)
    if (before.left === 0) throw new AppError('PLACES_USED_UP')
    await insertPlace(tx, { ...pair, line: line || null }, now)
    await insertNotifications(tx, ctx.clock, [
      {
        userId: receiverId,
        type: 'place_received',
        title: `${names.get(giverId)} stands by you`,
        message: `Everyone sees it on your profile. The Trust it brings you grows over ${TRUST_RULES.ripenDays} days.`,
        relatedId: giverId,
        key: `place/${giverId}`,
        replacesEarlier: true,
        actorId: giverId,
      },
    ])
    return { ...before, left: before.left - 1 }
  })
  for (const id of [giverId, receiverId]) ctx.live.changed(`user:${id}`)
  return left
}

/** Takes a place back. Idempotent; unknown people count as not stood by. */
export async function takeBack(ctx: Context, pair: Pair): Promise<void> {
  const wasOpen = await ctx.db.tx(async (tx) => {
    await lockPair(tx, pair.giverId, pair.receiverId)
    return endPlace(tx, pair, ctx.clock.sqlNow())
  })
  if (wasOpen) for (const id of [pair.giverId, pair.receiverId]) ctx.live.changed(`user:${id}`)
}

/** Returns the number of places a person has, and of those that are free. */
async function placesOf(ctx: Context, db: Queryable, giverId: string): Promise<Places> {
  const total = (await findSeedIds(ctx, db)).includes(giverId) ? TRUST_RULES.seedPlaces : TRUST_RULES.places
  // A person who is no seed any more may have taken more places than they have now.
  return { total, left: Math.max(0, total - (await countOpen(db, giverId))) }
}

export async function ownPlaces(ctx: Context, userId: string): Promise<Answer<'GET /api/places'>> {
  const at = await databaseTime(ctx.db, ctx.clock)
  const places = await findGiven(ctx.db, { userId, viewerId: userId }, at)
  return { ...(await placesOf(ctx, ctx.db, userId)), places }
}

import type { Answer } from '@aura/api/calls'
import type { Discount, ReceivedPlace } from '@aura/api/calls/standing'
import { formatWhole } from '@aura/api/money'
import { TRUST_RULES } from '@aura/api/rules/trust'
import type { Times } from '#lib/time/times'

type Trust = Answer<'GET /api/users/:id/places'>['trust']

/** Returns why a person's Trust is what it is, as a whole. */
export function trustText({ seeds, countsThousandths }: Trust, isMine: boolean): string {
  const whom = isMine ? 'you' : 'them'
  if (seeds === 0) return `No Trust reaches ${whom} yet. A place brings some if its giver has Trust.`
  if (seeds === 1)
    return `What reaches ${whom} comes through a single seed, so only 1/${TRUST_RULES.singleSeedPart} counts until others agree.`
  if (countsThousandths >= 1_000)
    return `What reaches ${whom} comes from ${formatWhole(seeds)} seeds, so all of it counts.`
  return `What reaches ${whom} comes from ${formatWhole(seeds)} seeds, most of it from one, so ${Math.floor(countsThousandths / 10)}% counts until others agree.`
}

/** Returns what makes a place bring what it does, beside the points. */
export function placeTexts({ placedAt, ripeAt, money, isSeed }: ReceivedPlace, { day }: Pick<Times, 'day'>): string[] {
  return [
    `Since ${day(placedAt)}${isSeed ? ', a seed' : ''}`,
    ...(ripeAt === null ? [] : [`Grows until ${day(ripeAt)}`]),
    ...(money === null
      ? []
      : [money.ripeAt === null ? 'Doubled by a vouch' : `Doubled by a vouch, in full from ${day(money.ripeAt)}`]),
  ]
}

/** Returns what takes from a place, as told to its giver and receiver. */
export const discountTexts: Readonly<Record<Discount, string>> = {
  related: 'Counts for nothing, because your two accounts seem to be one person’s. Only you two see this.',
  suspended: 'Counts for nothing while its giver is suspended. Only you two see this.',
  beyond: `Counts for nothing, because only a giver’s first ${TRUST_RULES.places} places count, or a seed’s first ${TRUST_RULES.seedPlaces}.`,
  liability:
    'Brings less, because its giver stood by someone who was suspended or part of a ring. Only you two see this.',
}

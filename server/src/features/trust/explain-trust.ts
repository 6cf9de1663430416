import { setImmediate } from 'node:timers/promises'
import { TRUST_RULES } from '@aura/api/rules/trust'
import type { OtherPerson } from '@aura/api/shapes'
import { findSuspended } from '#features/suspension'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { findCountingRings } from './basis-store.ts'
import { loadBasis, paymentsBetween } from './calculate-trust.ts'
import { findCalculatedSeeds, findOtherPlaces, findReachedPlaces, type PlaceKey } from './explain-store.ts'
import {
  afterRing,
  agreed,
  carried,
  kept,
  NOTHING,
  partsOf,
  partsOfPlace,
  type Standing,
  shareOf,
  type Trusted,
  TrustFlow,
} from './flow.rules.ts'
import { stayedSince } from './money.rules.ts'
import { findPeople } from './store.ts'

const DAY_MS = 86_400_000

/** Why a place brings less than it could, besides its age: `beyond` its giver's number, or a giver who answers for others. */
type Discount = 'related' | 'suspended' | 'beyond' | 'liability'

export interface ExplainedPlace extends PlaceKey {
  giver: OtherPerson
  isSeed: boolean
  placedAt: Date
  /** Points kept of what it brings today; those of all places are the person's Trust, but for rounding. */
  points: number
  /** When it counts in full; null if it does. */
  ripeAt: Date | null
  /** Since when a vouch that stayed doubles it, and when it does so in full; null without one. */
  money: { since: Date; ripeAt: Date | null } | null
  discounts: Discount[]
}

interface ExplainedTrust {
  points: number
  /** Number of seeds whose points reach the person. */
  seeds: number
  /** Thousandths of what reaches the person that count: 250 through a single seed, 1,000 once others agree. */
  countsThousandths: number
  isSuspended: boolean
  /** Those that bring most first, of equal ones the newest. */
  places: ExplainedPlace[]
  hasMore: boolean
}

const atDay = (day: number) => new Date(day * DAY_MS)

interface Page {
  userId: string
  /** The previous page's last place. */
  after?: PlaceKey | undefined
  limit: number
}

/** Returns where a person's Trust comes from as of the last calculation, and a page of the places it comes along. */
export async function explainTrust(
  ctx: Context,
  features: readonly Feature[],
  { userId, after, limit }: Page,
): Promise<ExplainedTrust> {
  const { db } = ctx
  const at = await databaseTime(db, ctx.clock)
  const today = Math.floor(at.getTime() / DAY_MS)
  const seeds = await findCalculatedSeeds(db)
  const isSuspended = (await findSuspended(db, [userId])).has(userId)
  const counting = (await findCountingRings(db, [userId], at)).get(userId) ?? 0
  const received = await findReachedPlaces(db, userId, at)
  // They bring nothing, so they stand behind all that bring something.
  const before = after?.points === 0 ? after : null
  received.push(...(await findOtherPlaces(db, { userId, before, limit: limit + 1 }, at)))
  const payments = await paymentsBetween(ctx, features, {
    userId,
    otherIds: received.map(({ giver }) => giver.id),
  })
  const reached = seeds.map(() => 0)
  const places = received.map((place) => {
    const isSeed = seeds.includes(place.giver.id)
    const [money] = stayedSince(payments.get(place.giver.id) ?? [], place.giver.id)
    const discounts = discountsOf(place, isSeed)
    const isLost = discounts.some((discount) => discount !== 'liability')
    const parts = isLost ? 0 : partsOfPlace(today, place.day, money)
    const brought = place.passes.map((points) => carried(points, parts, partsOf(isSeed)))
    for (const [nr, points] of brought.entries()) reached[nr] = (reached[nr] ?? 0) + points
    return { place, isSeed, money, discounts, brought: brought.reduce((sum, points) => sum + points, 0) }
  })
  const bySeed = reached.map((points) => (isSuspended ? 0 : afterRing(points, counting)))
  const sum = bySeed.reduce((total, points) => total + points, 0)
  const counts = agreed(sum, Math.max(0, ...bySeed))
  const held = kept(counts)
  const ripe = (since: number) => (today >= since + TRUST_RULES.ripenDays ? null : atDay(since + TRUST_RULES.ripenDays))
  const explained = places.map(({ place, isSeed, money, discounts, brought }) => ({
    giver: place.giver,
    isSeed,
    placedAt: place.placedAt,
    points: Math.floor(shareOf(held, afterRing(brought, counting), sum) / TRUST_RULES.unit),
    ripeAt: ripe(place.day),
    money: money === null ? null : { since: atDay(money), ripeAt: ripe(Math.max(place.day, money)) },
    discounts,
    placedMicros: place.placedMicros,
    giverId: place.giver.id,
  }))
  const rest = explained.filter((place) => !after || inOrder(after, place) < 0).toSorted(inOrder)
  return {
    points: Math.floor(held / TRUST_RULES.unit),
    seeds: bySeed.filter((points) => points > 0).length,
    countsThousandths: sum === 0 ? 0 : Math.floor((counts * 1_000) / sum),
    isSuspended,
    places: rest.slice(0, limit),
    hasMore: rest.length > limit,
  }
}

const inOrder = (one: PlaceKey, other: PlaceKey): number =>
  other.points - one.points ||
  other.placedMicros - one.placedMicros ||
  Number(one.giverId < other.giverId) - Number(one.giverId > other.giverId)

function discountsOf(
  place: { isRelated: boolean; isSuspended: boolean; before: number; liabilities: number },
  isSeed: boolean,
): Discount[] {
  const { places, seedPlaces } = TRUST_RULES
  return [
    ...(place.isRelated ? (['related'] as const) : []),
    ...(place.isSuspended ? (['suspended'] as const) : []),
    ...(place.before >= (isSeed ? seedPlaces : places) ? (['beyond'] as const) : []),
    ...(place.liabilities > 0 ? (['liability'] as const) : []),
  ]
}

interface SeedReach {
  seed: OtherPerson
  /** Number of people whom any of its points reach, and points that reach them today. */
  people: number
  points: number
  /** Points that today's places will bring once they are ripe, besides those. */
  ripening: number
  /** Effect of losing the seed: the number of other people with less Trust, and the points they lose in all. */
  loss: { people: number; points: number }
}

/**
 * Returns for each seed what comes from it, for admins. Everything is read once, and the server does other work between
 * two seeds.
 */
export async function seedReach(ctx: Context, features: readonly Feature[]): Promise<SeedReach[]> {
  const basis = await loadBasis(ctx, features)
  const at = await databaseTime(ctx.db, ctx.clock)
  const now = new TrustFlow(basis)
  const ripe = new TrustFlow({ ...basis, today: basis.today + TRUST_RULES.ripenDays })
  const people = new Map((await findPeople(ctx.db, now.seeds, at)).map((each) => [each.id, each]))
  const [reachedNow, reachedRipe] = [now.all(), ripe.all()]
  const before = new Map(reachedNow.map(({ id }) => [id, now.thousandthsOf(id)]))
  const reaches: SeedReach[] = []
  for (const [nr, id] of now.seeds.entries()) {
    const seed = people.get(id)
    if (!seed) continue
    const columnOf = (all: readonly Trusted[]) => all.map(({ reached }) => reached[nr] ?? 0)
    const [brought, willBring] = [columnOf(reachedNow), columnOf(reachedRipe)]
    const lost = lossOf(now, id, basis.standings?.get(id) ?? NOTHING, before)
    reaches.push({
      seed,
      people: brought.filter((points) => points > 0).length,
      points: whole(sumOf(brought)),
      ripening: whole(sumOf(willBring) - sumOf(brought)),
      loss: { people: lost.filter((points) => points > 0).length, points: whole(sumOf(lost)) },
    })
    await setImmediate()
  }
  return reaches
}

/** Returns the thousandths that others lose if the seed is out, which it is only meanwhile. */
function lossOf(flow: TrustFlow, id: string, standing: Standing, before: ReadonlyMap<string, number>): number[] {
  const touched = flow.setStanding(id, { ...standing, isOut: true })
  const lost = touched.flatMap((each) =>
    each.id === id ? [] : (before.get(each.id) ?? 0) - flow.thousandthsOf(each.id),
  )
  flow.setStanding(id, standing)
  return lost
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const whole = (thousandths: number) => Math.floor(thousandths / TRUST_RULES.unit)

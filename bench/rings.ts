/**
 * The gain of 2 to 100 wallets of one owner that stand by and pay each other, in Trust and in AP: rings, chains, stars and
 * mixes. Computed first by the product's rules in a crowd of honest people, then for some groups through the product
 * itself, where they join, pay and are looked up. `npm run bench rings PEOPLE` for another number of honest people
 * (3,000). Exits with an error when a group holds over a tenth more than honest people carry into it, or than the same
 * wallets would hold without standing by each other, and when a figure of the sparse networks exceeds its budget.
 */

import { rng } from '@aura/drawing/random'
import { MICROS_PER_USDC } from '../api/src/money.ts'
import { TRUST_RULES } from '../api/src/rules/trust.ts'
import { VOUCH_RULES } from '../api/src/rules/vouching.ts'
import { TrustFlow } from '../server/src/features/trust/flow.rules.ts'
import { auraAwarded, countPair } from '../server/src/features/vouching/rules.ts'
import { attack, type Backing, honestWorld, SHAPES, type Shape, TODAY, toPayments, toPlace } from './rings/graphs.ts'
import { sparseNetworks } from './rings/sparse-networks.ts'
import { playRings } from './rings/through-product.ts'
import { ownCpuMs } from './support/child.ts'
import { printBudgets, printFaults, printTable, quantile, type Row } from './support/figures.ts'

const [people = 3_000] = process.argv.slice(2).map(Number)
const SEEDS = 20
const EACH = 8
const SIZES = [2, 3, 5, 10, 30, 100]
const HONEST = [0, 1, 3, 5, 20]
const BAITS = 10
const ALLOWED = 1.1
/** Highest cost of gas for a payment on Base: the only USDC that leave a ring. */
const GAS_USDC = 0.02
const SPEED_EDGES = 100_000
const ADDED = 400

// The seeds are in the top twentieth.
if (!(people >= 20 * SEEDS)) throw new Error(`PEOPLE must be at least ${20 * SEEDS}`)
const random = rng(26)
const world = honestWorld(people, EACH, random)
const someOf = (list: readonly string[], count: number): string[] => {
  const chosen = new Set<string>()
  while (chosen.size < count) chosen.add(list[Math.floor(random() * list.length)] as string)
  return [...chosen]
}
const seeds = someOf(world.people.slice(0, Math.ceil(people / 20)), SEEDS)
const flowOf = (backings: readonly Backing[], from: readonly string[] = seeds) =>
  new TrustFlow({ seeds: from, today: TODAY, places: backings.map(toPlace), payments: toPayments(backings) })
const byGiver = Map.groupBy(world.backings, ({ from }) => from)
let calm = flowOf(world.backings)
/** Attacks leave their wallets in a flow, so it is renewed now and then. */
let attacks = 0
const trusted = calm
  .all()
  .filter(({ id }) => !seeds.includes(id))
  .sort((a, b) => b.points - a.points)
  .map(({ id }) => id)

/**
 * How many honest people back a ring; whether they are among the best, rather than any who have Trust; whether their
 * payments are spread over all wallets, rather than all going to the first; and whether the wallets back honest people too.
 */
type Setting = (typeof settings)[number]

/** Returns the thousandths of a point that are carried into the ring, that it holds, and that it held while quiet; and AP. */
function run(shape: Shape, size: number, { honest, areTop, areApart, hasBaits }: Setting) {
  attacks++
  if (attacks % 60 === 0) calm = flowOf(world.backings)
  const wallets = Array.from({ length: size }, (_, index) => `wallet-${attacks}-${index}`)
  const entering = someOf(areTop ? trusted.slice(0, 60) : trusted, honest).map((from, index) => {
    return { from, to: wallets[areApart ? index % size : 0] as string, usdc: areTop || random() < 0.5 ? 10 : 0 }
  })
  const baits = someOf(trusted, hasBaits ? BAITS : 0).map((to, index) => {
    return { from: wallets[index % size] as string, to, usdc: 10 }
  })
  const inside = attack(shape, wallets, random)
  const heldNow = () => wallets.reduce((total, wallet) => total + calm.thousandthsOf(wallet), 0)
  // A friend takes back somebody else's place, so that theirs counts.
  calm.pay(toPayments(entering))
  for (const place of entering)
    calm.setPlaces(place.from, [place, ...(byGiver.get(place.from) ?? []).slice(1)].map(toPlace))
  const carried = entering.reduce((total, { from, to }) => total + calm.broughtBy(from, to), 0)
  const quiet = heldNow()
  calm.pay(toPayments([...inside, ...baits]))
  for (const [giver, some] of Map.groupBy([...baits, ...inside], ({ from }) => from))
    calm.setPlaces(giver, some.map(toPlace))
  const held = heldNow()
  for (const giver of wallets) calm.setPlaces(giver, [])
  for (const { from } of entering) calm.setPlaces(from, (byGiver.get(from) ?? []).map(toPlace))
  return { carried, held, quiet, gas: inside.length * GAS_USDC, ap: apOf(inside) }
}

/**
 * The most that agreeing brings: one wallet with what a seed gives, and ten with a little of another seed's, of which
 * `usdc` and `age` decide how much. Returns what they hold by standing by each other, of what they hold quiet.
 */
function agreeing(usdc: number, age: number): number {
  const wallets = Array.from({ length: TRUST_RULES.places }, (_, index) => `wallet-${index}`)
  const outside = [
    { from: 'one', to: 'first', usdc: 10 },
    { from: 'other', to: 'friend', usdc },
    ...wallets.map((to) => ({ from: 'friend', to, usdc })),
  ]
  const inside = wallets.map((to) => ({ from: 'first', to, usdc: 10 }))
  const heldBy = (backings: readonly Backing[]) => {
    const places = backings
      .map(toPlace)
      .map((place) => (place.giver === 'friend' ? { ...place, day: TODAY - age } : place))
    const flow = new TrustFlow({ seeds: ['one', 'other'], today: TODAY, places, payments: toPayments(backings) })
    return ['first', ...wallets].reduce((total, wallet) => total + flow.thousandthsOf(wallet), 0)
  }
  return heldBy([...outside, ...inside]) / heldBy(outside)
}

/** Returns the AP at the lowest multiplier and in one day, by the product's rules. */
function apOf(payments: readonly Backing[]): number {
  const awarded = new Map<string, number>()
  const pairs = Map.groupBy(payments, ({ from, to }) => [from, to].sort().join(' '))
  for (const [pair, between] of pairs) {
    const paid = between.map(({ from, usdc }) => {
      return { isBack: !pair.startsWith(`${from} `), usdcMicros: usdc * MICROS_PER_USDC, fixedMicros: null }
    })
    const { counted } = countPair(paid)
    for (const [index, { to }] of between.entries()) {
      const ap = auraAwarded(counted[index] ?? 0, '1.0')
      awarded.set(to, Math.min(VOUCH_RULES.dailyAp, (awarded.get(to) ?? 0) + ap))
    }
  }
  return [...awarded.values()].reduce((total, ap) => total + ap, 0)
}

const ratio = (part: number, of: number) => (part === 0 ? 0 : part / of)
const spending = (gas: number, ap: number) => ({ 'USDC spent': gas.toFixed(2), AP: ap })
const worst = { ofCarried: 0, ofQuiet: 0, outOfNothing: 0 }
const agreed = Math.max(...[0, 10].flatMap((usdc) => [3, 6, 10, 15, 20, 30].map((age) => agreeing(usdc, age))))
const both = [false, true]
const settings = HONEST.flatMap((honest) =>
  both.flatMap((areTop) =>
    both.flatMap((areApart) => both.map((hasBaits) => ({ honest, areTop, areApart, hasBaits }))),
  ),
)

console.log(
  `${people} honest people, ${world.backings.length} places, ${SEEDS} seeds; ${trusted.length} people have Trust\n`,
)
const rows = SHAPES.flatMap((shape) =>
  SIZES.map((size) => {
    const gains = settings.map((setting) => ({ honest: setting.honest, ...run(shape, size, setting) }))
    const [backed, unbacked] = [gains.filter(({ honest }) => honest > 0), gains.filter(({ honest }) => honest === 0)]
    const ofCarried = Math.max(...backed.map(({ held, carried }) => ratio(held, carried)))
    const ofQuiet = Math.max(...backed.map(({ held, quiet }) => ratio(held, quiet)))
    const nothing = Math.max(...unbacked.map(({ held }) => held))
    worst.ofCarried = Math.max(worst.ofCarried, ofCarried)
    worst.ofQuiet = Math.max(worst.ofQuiet, ofQuiet)
    worst.outOfNothing = Math.max(worst.outOfNothing, nothing)
    const { gas = 0, ap = 0 } = backed[0] ?? {}
    return {
      wallets: `${shape} of ${size}`,
      ...{ 'of carried': ofCarried.toFixed(3), 'of quiet': ofQuiet.toFixed(3), unbacked: nothing },
      ...spending(gas, ap),
    }
  }),
)
printTable(rows)

const PLAYED_SIZES = [2, 6, 20]
const PLAYED_HONEST = [0, 1, 3]
const playedRows: Row[] = []
let worstPlayed = 0
await playRings(random, async (play) => {
  for (const shape of SHAPES)
    for (const size of PLAYED_SIZES)
      for (const honest of PLAYED_HONEST) {
        const { quiet, held, ap, payments } = await play({ shape, size, honest })
        // A profile shows whole points, so each wallet may have almost one more than shown.
        const share = held / (ALLOWED * (quiet === 0 ? 1 : quiet + size))
        worstPlayed = Math.max(worstPlayed, share)
        playedRows.push({
          wallets: `${shape} of ${size}`,
          ...{ 'honest backers': honest, 'Trust if quiet': quiet, Trust: held },
          ...spending(payments * GAS_USDC, ap),
        })
      }
})
console.log('\nThrough the product')
printTable(playedRows)

const big = honestWorld(Math.round(SPEED_EDGES / 6), EACH, random)
while (big.backings.length < SPEED_EDGES) {
  const [from = '', to = ''] = someOf(big.people, 2)
  big.backings.push({ from, to, usdc: random() < 0.5 ? 10 : 0 })
}
const bigSeeds = someOf(big.people.slice(0, 500), SEEDS)
const startedMs = ownCpuMs()
const flow = flowOf(big.backings.slice(0, SPEED_EDGES), bigSeeds)
flow.all()
const allMs = ownCpuMs() - startedMs
const bigPlaces = Map.groupBy(big.backings, ({ from }) => from)
const addMs = Array.from({ length: ADDED }, () => {
  const [from = '', to = ''] = someOf(big.people, 2)
  // The newest place goes, so that this one counts at once.
  const places = [{ from, to, usdc: 0 }, ...(bigPlaces.get(from) ?? []).slice(0, TRUST_RULES.places - 1)].map(toPlace)
  const addedMs = performance.now()
  flow.setPlaces(from, places)
  return performance.now() - addedMs
})
console.log(
  `\n${SPEED_EDGES} places: all ${Math.round(allMs)} ms of processor time; one more: ${quantile(addMs, 0.5).toFixed(2)} ms, 95 % below ${quantile(addMs, 0.95).toFixed(1)} ms, at most ${Math.max(...addMs).toFixed(1)} ms`,
)
console.log(`one wallet of a seed and ten of another agree: ${agreed.toFixed(3)} of quiet`)
worst.ofQuiet = Math.max(worst.ofQuiet, agreed)
printBudgets({
  'rings-gain': Math.max(worst.ofCarried, worst.ofQuiet) / ALLOWED,
  'rings-gain-of-carried': worst.ofCarried / ALLOWED,
  'rings-played': worstPlayed,
  'trust-all': allMs / 2_000,
  'trust-one': quantile(addMs, 0.95) / 20,
})
printFaults({ 'rings-gain-unbacked': worst.outOfNothing })
console.log('')
sparseNetworks()

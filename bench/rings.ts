/**
 * The gain of 2 to 100 wallets of one owner that pay each other, in Trust and in AP: rings, chains, stars and mixes.
 * Computed first by the product's rules in a crowd of honest people, then for some groups through the product itself,
 * where they join, pay and are looked up. `npm run bench rings PEOPLE` for another number of honest people (3,000).
 * Exits with an error when a group holds over a tenth more than honest people carry into it, or than the same wallets
 * would hold without paying each other.
 */
import { MICROS_PER_USDC } from '../api/src/money.ts'
import { TRUST_RULES } from '../api/src/rules/trust.ts'
import { VOUCH_RULES } from '../api/src/rules/vouching.ts'
import { type Backing, TrustFlow } from '../server/src/features/trust/flow.rules.ts'
import { auraAwarded, countPair } from '../server/src/features/vouching/rules.ts'
import { attack, honestWorld, SHAPES, type Shape, TODAY, walletsOf } from './rings/graphs.ts'
import { openRingStage } from './rings/through-product.ts'
import { printFigure, printTable, quantile } from './support/figures.ts'
import { seeded } from './support/seeded.ts'

const [people = 3_000] = process.argv.slice(2).map(Number)
const SEEDS = 20
const EACH = 8
const SIZES = [2, 3, 5, 10, 30, 100]
const HONEST = [0, 1, 3, 5]
const BAITS = 10
const ALLOWED = 1.1
/** Highest cost of gas for a payment on Base: the only USDC that leave a ring. */
const GAS_USDC = 0.02
const SPEED_EDGES = 100_000
const ADDED = 400

// The seeds are in the top twentieth.
if (!(people >= 20 * SEEDS)) throw new Error(`PEOPLE must be at least ${20 * SEEDS}`)
const random = seeded(26)
const world = honestWorld(people, EACH, random)
const someOf = (list: readonly string[], count: number): string[] => {
  const chosen = new Set<string>()
  while (chosen.size < count) chosen.add(list[Math.floor(random() * list.length)] as string)
  return [...chosen]
}
const seeds = someOf(world.people.slice(0, Math.ceil(people / 20)), SEEDS)
const calm = new TrustFlow(seeds, TODAY, world.backings)
const trusted = calm
  .all()
  .filter(({ id }) => !seeds.includes(id))
  .sort((a, b) => b.points - a.points)
  .map(({ id }) => id)

interface Attack {
  shape: Shape
  size: number
  honest: number
  /** Whether the honest backers are among the best, rather than any people who have Trust. */
  areTop: boolean
  /** Whether honest payments are spread over all wallets, rather than all going to the first. */
  areApart: boolean
  /** Whether the wallets back honest people too. */
  hasBaits: boolean
}

interface Gain {
  carried: number
  held: number
  quiet: number
  moved: number
  gas: number
  ap: number
}

function run({ shape, size, honest, areTop, areApart, hasBaits }: Attack): Gain {
  const wallets = walletsOf(size)
  const entering = someOf(areTop ? trusted.slice(0, 60) : trusted, honest).map((from, index) => ({
    from,
    to: wallets[areApart ? index % size : 0] as string,
    usdc: areTop ? 100 : 1 + Math.floor(random() * 100),
    day: TODAY,
  }))
  const baits = someOf(trusted, hasBaits ? BAITS : 0).map((to, index) => ({
    from: wallets[index % size] as string,
    to,
    usdc: 10,
    day: TODAY,
  }))
  const inside = attack(shape, size, random)
  const alone = new TrustFlow(seeds, TODAY, [...world.backings, ...entering])
  const together = new TrustFlow(seeds, TODAY, [...world.backings, ...entering, ...inside, ...baits])
  const heldIn = (flow: TrustFlow) => wallets.reduce((total, wallet) => total + flow.thousandthsOf(wallet), 0)
  return {
    carried: entering.reduce((total, { from, to }) => total + alone.broughtBy(from, to), 0),
    held: heldIn(together),
    quiet: heldIn(alone),
    moved: inside.reduce((total, { usdc }) => total + usdc, 0),
    gas: inside.length * GAS_USDC,
    ap: apOf(inside),
  }
}

/** Returns the AP at the lowest multiplier and in one day, by the product's rules. */
function apOf(payments: readonly Backing[]): number {
  const awarded = new Map<string, number>()
  const pairs = Map.groupBy(payments, ({ from, to }) => [from, to].sort().join(' '))
  for (const [pair, between] of pairs) {
    const { counted } = countPair(
      between.map(({ from, usdc }) => ({
        isBack: !pair.startsWith(`${from} `),
        usdcMicros: usdc * MICROS_PER_USDC,
        fixedMicros: null,
      })),
    )
    for (const [index, { to }] of between.entries()) {
      const ap = auraAwarded(counted[index] ?? 0, '1.0')
      awarded.set(to, Math.min(VOUCH_RULES.dailyAp, (awarded.get(to) ?? 0) + ap))
    }
  }
  return [...awarded.values()].reduce((total, ap) => total + ap, 0)
}

const ratio = (part: number, of: number) => (part === 0 ? 0 : part / of)
const worst = { ofCarried: 0, ofQuiet: 0, outOfNothing: 0 }
const both = [false, true]

console.log(
  `${people} honest people, ${world.backings.length} payments, ${SEEDS} seeds; ${trusted.length} people have Trust\n`,
)
const rows = SHAPES.flatMap((shape) =>
  SIZES.map((size) => {
    const gains = HONEST.flatMap((honest) =>
      both.flatMap((areTop) =>
        both.flatMap((areApart) =>
          both.map((hasBaits) => ({ honest, ...run({ shape, size, honest, areTop, areApart, hasBaits }) })),
        ),
      ),
    )
    const [backed, unbacked] = [gains.filter(({ honest }) => honest > 0), gains.filter(({ honest }) => honest === 0)]
    const ofCarried = Math.max(...backed.map(({ held, carried }) => ratio(held, carried)))
    const ofQuiet = Math.max(...backed.map(({ held, quiet }) => ratio(held, quiet)))
    const more = Math.max(
      ...backed.map(({ held, quiet, gas }) => (held - quiet) / TRUST_RULES.unit / Math.max(gas, GAS_USDC)),
    )
    const nothing = Math.max(...unbacked.map(({ held }) => held))
    worst.ofCarried = Math.max(worst.ofCarried, ofCarried)
    worst.ofQuiet = Math.max(worst.ofQuiet, ofQuiet)
    worst.outOfNothing = Math.max(worst.outOfNothing, nothing)
    const { moved = 0, gas = 0, ap = 0 } = backed[0] ?? {}
    const numbers = [ofCarried.toFixed(3), ofQuiet.toFixed(3), nothing, more.toFixed(0)]
    return [`${shape} of ${size}`, ...numbers, moved, gas.toFixed(2), ap, (ap / Math.max(gas, GAS_USDC)).toFixed(0)]
  }),
)
printTable(
  [
    'wallets',
    'of carried',
    'of quiet',
    'unbacked',
    'Trust / USDC spent',
    'USDC moved',
    'spent',
    'AP',
    'AP / USDC spent',
  ],
  rows,
)

const PLAYED_SIZES = [2, 6, 20]
const PLAYED_HONEST = [0, 1, 3]
const stage = await openRingStage(random)
const playedRows: (string | number)[][] = []
let worstPlayed = 0
try {
  for (const shape of SHAPES)
    for (const size of PLAYED_SIZES)
      for (const honest of PLAYED_HONEST) {
        const { quiet, held, ap, payments } = await stage.play({ shape, size, honest })
        // A profile shows whole points, so each wallet may have almost one more than shown.
        const share = held / (ALLOWED * (quiet === 0 ? 1 : quiet + size))
        worstPlayed = Math.max(worstPlayed, share)
        const gas = payments * GAS_USDC
        playedRows.push([
          `${shape} of ${size}`,
          honest,
          quiet,
          held,
          gas.toFixed(2),
          ap,
          (ap / Math.max(gas, GAS_USDC)).toFixed(0),
        ])
      }
} finally {
  await stage.close()
}
console.log('\nThrough the product')
printTable(['wallets', 'honest backers', 'Trust if quiet', 'Trust', 'USDC spent', 'AP', 'AP / USDC spent'], playedRows)

const big = honestWorld(Math.round(SPEED_EDGES / 6), EACH, random)
while (big.backings.length < SPEED_EDGES)
  big.backings.push({ ...(big.backings[Math.floor(random() * big.backings.length)] as Backing), day: TODAY })
const bigSeeds = someOf(big.people.slice(0, 500), SEEDS)
const startedMs = performance.now()
const flow = new TrustFlow(bigSeeds, TODAY, big.backings.slice(0, SPEED_EDGES))
flow.all()
const allMs = performance.now() - startedMs
const addMs = Array.from({ length: ADDED }, () => {
  const [from = '', to = ''] = someOf(big.people, 2)
  const addedMs = performance.now()
  flow.add({ from, to, usdc: 10, day: TODAY })
  return performance.now() - addedMs
})
console.log(
  `\n${SPEED_EDGES} payments: all ${Math.round(allMs)} ms; one more: ${quantile(addMs, 0.5).toFixed(2)} ms, 95 % below ${quantile(addMs, 0.95).toFixed(1)} ms, at most ${Math.max(...addMs).toFixed(1)} ms`,
)
printFigure('rings-gain', Math.max(worst.ofCarried, worst.ofQuiet) / ALLOWED)
printFigure('rings-gain-of-carried', worst.ofCarried / ALLOWED)
printFigure('rings-gain-unbacked', worst.outOfNothing)
printFigure('rings-played', worstPlayed)
printFigure('trust-all', allMs / 2_000)
printFigure('trust-one', quantile(addMs, 0.95) / 20)
if (Math.max(worst.ofCarried, worst.ofQuiet) > ALLOWED || worst.outOfNothing > 0 || worstPlayed > 1)
  process.exitCode = 1

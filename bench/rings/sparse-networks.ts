import { rng } from '@aura/drawing/random'
import { TRUST_RULES } from '../../api/src/rules/trust.ts'
import { NOTHING, type Standing, type TrustFlow } from '../../server/src/features/trust/flow.rules.ts'
import { median, printBudgets, printFaults, printTable, quantile } from '../support/figures.ts'
import { type Assumed, growingNetwork, type Network, START } from './network.ts'

const SEED = 67
/** A fortnight more than the 90 days of growth, so that the youngest week has passed. */
const THEN = START + 104
const BOUGHT_DAYS = 180
const SOLD = 40
/** Assumed price of a place, 5 USDC, and the fees of a vouch that comes back unseen. */
const PLACE_USDC = 5.04
const BUDGETS = { bought: 0.05, drift: 0.1, reach: 0.1, gate: 1 }

const SPARSE: Assumed = {
  ...{ people: 1_000, seeds: 20, perSeed: 30, newcomers: 0.25, givers: 0.1, perGiver: 5 },
  ...{ withMoney: 0.2, takenBack: 0.02, suspended: 0.002 },
}
const NETWORKS: [string, Assumed][] = [
  ['1,000 people, 20 seeds', SPARSE],
  ['the same, seeds choose among everyone', { ...SPARSE, newcomers: 0 }],
  ['1,000 people, 5 seeds', { ...SPARSE, seeds: 5 }],
  ['1,000 people, 20 seeds, everyone stands by 5', { ...SPARSE, givers: 1 }],
  ['100 people, 5 seeds', { ...SPARSE, people: 100, seeds: 5 }],
]

const random = rng(SEED)
const someOf = <T>(list: readonly T[], count: number): T[] =>
  Array.from({ length: Math.min(count, list.length) }, () => list[Math.floor(random() * list.length)] as T)

function measure(assumed: Assumed) {
  const network = growingNetwork(assumed, random)
  const now = network.flowOn(THEN)
  const trusted = trustedIn(network, now)
  const later = network.flowOn(THEN + BOUGHT_DAYS)
  const middle = median(trustedIn(network, later).map((id) => later.thousandthsOf(id)))
  const sellers = someOf(trusted, SOLD)
  const sales = sellers.map((seller) => sale(network, seller))
  return {
    have: trusted.length / network.joinedOn.size,
    median: Math.floor(middle / TRUST_RULES.unit),
    bought: median(sales.map(({ ripe }) => ripe)) / middle,
    firstDay: Math.max(...sales.map(({ firstDay }) => firstDay)),
    seedBought: sale(network, network.seeds[0] as string).ripe / middle,
    /** Accounts with Trust for each USDC, of places bought at random, and of the best. */
    gate: sales.reduce((sum, { accounts }) => sum + accounts, 0) / (sales.length * PLACE_USDC),
    bestGate: Math.max(...sales.map(({ accounts }) => accounts)) / PLACE_USDC,
    drift: drift(network),
    reach: reach(network),
    suspended: heldOut(network),
  }
}
type Measured = ReturnType<typeof measure>

const trustedIn = ({ joinedOn }: Network, flow: TrustFlow): string[] =>
  [...joinedOn.keys()].filter((id) => flow.thousandthsOf(id) >= TRUST_RULES.unit)

/**
 * Somebody sells a place, with a vouch that comes back unseen. The buyer stands by ten accounts, and each by ten more, with
 * the same money. Returns the buyer's Trust on the first day and when ripe, and the number of accounts with Trust.
 */
function sale(network: Network, seller: string) {
  const buyer = 'buyer'
  const first = Array.from({ length: TRUST_RULES.places }, (_, index) => `own-${index}`)
  const all = [
    { giver: seller, receiver: buyer },
    ...first.map((receiver) => ({ giver: buyer, receiver })),
    ...first.flatMap((giver) => first.map((_, index) => ({ giver, receiver: `${giver}-${index}` }))),
  ]
  const places = all.map((pair) => ({ ...pair, day: THEN }))
  const payments = all.map(({ giver, receiver }) => {
    return { from: giver, to: receiver, micros: 1_000_000, day: THEN, isVouch: true }
  })
  const firstDay = network.flowOn(THEN, { places, payments })
  const ripe = network.flowOn(THEN + BOUGHT_DAYS, { places, payments })
  return {
    firstDay: firstDay.thousandthsOf(buyer),
    ripe: ripe.thousandthsOf(buyer),
    accounts: all.filter(({ receiver }) => ripe.thousandthsOf(receiver) >= TRUST_RULES.unit).length,
  }
}

/** Returns what people lose in 30 days whose own places all stay, and whose givers aren't suspended: at p95. */
function drift(network: Network): number {
  const [before, after] = [network.flowOn(THEN), network.flowOn(THEN + 30)]
  const stay = new Set(network.placesOn(THEN + 30).map(({ giver, receiver }) => `${giver} ${receiver}`))
  const out = network.outOn(THEN + 30)
  const own = Map.groupBy(network.placesOn(THEN), ({ receiver }) => receiver)
  const calm = trustedIn(network, before).filter(
    (id) => !out.has(id) && (own.get(id) ?? []).every(({ giver }) => stay.has(`${giver} ${id}`) && !out.has(giver)),
  )
  const lost = calm.map((id) => Math.max(0, 1 - after.thousandthsOf(id) / before.thousandthsOf(id)))
  return quantile(lost, 0.95)
}

/** Returns the share of people who have a point of Trust before they have been there for a week. */
function reach(network: Network): number {
  const { joinedOn } = network
  const early = new Set<string>()
  const last = Math.max(...joinedOn.values()) + 7
  for (let day = START; day <= last; day++) {
    const flow = network.flowOn(day)
    for (const [id, joined] of joinedOn)
      if (joined <= day && day < joined + 7 && flow.thousandthsOf(id) >= TRUST_RULES.unit) early.add(id)
  }
  return early.size / joinedOn.size
}

/**
 * Suspends a tenth of all, and a seed. Returns the thousandths of a point that they hold, and that others hold more than
 * if these had never been there.
 */
function heldOut(network: Network): number {
  const out = new Set([...someOf([...network.joinedOn.keys()], network.joinedOn.size / 10), network.seeds[0] as string])
  const standings = new Map([...out].map((id): [string, Standing] => [id, { ...NOTHING, isOut: true }]))
  const flow = network.flowOn(THEN, { standings })
  // As if they stood by nobody: their places would be gone.
  const alone = network.flowOn(THEN, { standings })
  for (const id of out) alone.setPlaces(id, [])
  const sumIn = (some: TrustFlow, ids: Iterable<string>) =>
    [...ids].reduce((sum, id) => sum + some.thousandthsOf(id), 0)
  const all = [...network.joinedOn.keys()]
  return sumIn(flow, out) + sumIn(flow, all) - sumIn(alone, all)
}

/**
 * Prints what a bought place is worth, and what honest people get and lose, in sparse networks that grow: by the product's
 * formula, day by day, and the figures.
 */
export function sparseNetworks(): void {
  const percent = (part: number) => `${(100 * part).toFixed(1)} %`
  const results = NETWORKS.map(([name, assumed]) => [name, measure(assumed)] as const)
  printTable(
    results.map(([network, each]) => ({
      network,
      'have Trust': percent(each.have),
      'in week 1': percent(each.reach),
      median: each.median,
      bought: percent(each.bought),
      'of a seed': percent(each.seedBought),
      'on day 1': each.firstDay,
      'accounts / USDC': each.gate.toFixed(2),
      'at best': each.bestGate.toFixed(2),
      'lost in 30 days': percent(each.drift),
    })),
  )
  const [[, sparse]] = results as [[string, Measured]]
  console.log(`\nOf the first network, which the figures are of, suspended people hold or pass on ${sparse.suspended}.`)
  printBudgets({
    'trust-bought': sparse.bought / BUDGETS.bought,
    'trust-drift': sparse.drift / BUDGETS.drift,
    'trust-reach': BUDGETS.reach / sparse.reach,
    'trust-gate': sparse.gate / BUDGETS.gate,
  })
  printFaults({ 'trust-bought-first-day': sparse.firstDay, 'trust-suspended': sparse.suspended })
}

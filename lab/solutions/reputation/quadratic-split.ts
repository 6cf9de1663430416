import type { Session } from '../../src/session.ts'
import { move, type Solutions, unitsText, type Way } from '../solution.ts'

interface World {
  best: bigint
  price: bigint
  budget: bigint
}

/** Gives all that is left after the checks, or `percent` of it, in equal parts. */
const giving = (ends: string, countOf: (best: bigint) => bigint, percent = 100n): Way => ({
  ends,
  async *play({ world: { best, price, budget } }: Session<World>) {
    const accounts = countOf(best)
    const each = ((budget / accounts - price) * percent) / 100n
    yield move('give', { accounts: `${accounts}`, each: unitsText(each) })
  },
})

export const quadraticSplitSolutions: Solutions = {
  reference: giving('solved', (best) => best),
  'one account': giving('alone', () => 1n),
  'one account too few': giving('few', (best) => best - 1n),
  'one account too many': giving('many', (best) => best + 1n),
  'half of what is there': giving('idle', (best) => best, 50n),
  'more than there is': { ...giving('open', (best) => best, 150n) },
}

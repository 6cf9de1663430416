import type { Budget } from './chain.ts'

// The same in page and server, so that a run valid in one is valid in the other. Measured by `npm run bench lab`.
export const LIMITS: Budget = { blocks: 256, gas: 1_500_000n, gasPerTx: 300_000n }
export const MAX_ACTIONS = 64

interface Limits {
  budget: Budget
  actions: number
}

/** Returns the limits of a run that takes `more` rounds than its kind: each round leaves as much as the kind's own. */
export function limitsOf(rounds: number, more: number): Limits {
  const all = rounds + more
  return {
    budget: {
      blocks: Math.floor((LIMITS.blocks * all) / rounds),
      gas: (LIMITS.gas * BigInt(all)) / BigInt(rounds),
      gasPerTx: LIMITS.gasPerTx,
    },
    actions: Math.floor((MAX_ACTIONS * all) / rounds),
  }
}

/** The parameter that makes a lab harder: 1 in a review. The server sets it, a lesson can't. */
export const LEVEL = 'level'

import type { Budget } from './chain.ts'

// The same in page and server, so that a run valid in one is valid in the other. Measured by `npm run bench lab`.
export const LIMITS: Budget = { blocks: 256, gas: 1_500_000n, gasPerTx: 300_000n }
export const MAX_ACTIONS = 64

/** The parameter that makes a lab harder: 1 in a review. The server sets it, a lesson can't. */
export const LEVEL = 'level'

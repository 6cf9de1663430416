import type { Context } from '#platform/context'
import type { Feature, FeatureWorker } from '#platform/feature'
import { afterSync } from './after-sync.ts'
import { watchChain } from './watch-chain.ts'

/** Intervals of polls. `local` has blocks on demand, Base five a second (Denim, November 2026): ten a poll. */
const LOOK_EVERY_MS = { local: 1_000, 'base-sepolia': 2_000, base: 2_000 } satisfies Record<
  Context['chain']['kind'],
  number
>

export const chainWorker: FeatureWorker = {
  connections: 4,
  start(ctx, log, features: readonly Feature[]) {
    if (!ctx.chain.contracts) return undefined
    const tasks = features.flatMap(({ afterChainSync = {} }) => Object.entries(afterChainSync))
    return watchChain(ctx, {
      handlers: features.flatMap(({ chainEvents = [] }) => chainEvents),
      log,
      intervalMs: LOOK_EVERY_MS[ctx.chain.kind],
      afterwards: afterSync(ctx, log, Object.fromEntries(tasks.map(([name, make]) => [name, make(ctx, log)]))),
    })
  },
}

import type { Context } from '#platform/context'
import type { Feature, FeatureWorker } from '#platform/feature'
import { watchChain } from './watch-chain.ts'

/** `local` has blocks on demand. Base has five a second (Denim, November 2026); one look takes ten of them. */
const LOOK_EVERY_MS = { local: 500, 'base-sepolia': 2_000, base: 2_000 } satisfies Record<
  Context['chain']['kind'],
  number
>

export const chainWorker: FeatureWorker = {
  connections: 4,
  start(ctx, log, features: readonly Feature[]) {
    if (!ctx.chain.contracts) return undefined
    const after = features.flatMap(({ afterChainSync = [] }) => afterChainSync.map((make) => make(ctx, log)))
    return watchChain(ctx, {
      handlers: features.flatMap(({ chainEvents = [] }) => chainEvents),
      log,
      intervalMs: LOOK_EVERY_MS[ctx.chain.kind],
      afterwards: async () => {
        for (const act of after) await act()
      },
    })
  },
}

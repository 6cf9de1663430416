import type { Block } from '#platform/chain/chain'

/** Returns how many whole seconds the chain has gone on since `block`, by the blocks' own times; at least 0. */
export const secondsDeep = (block: Pick<Block, 'time'>, latest: Pick<Block, 'time'>): number =>
  Math.max(0, Math.floor((latest.time.getTime() - block.time.getTime()) / 1_000))

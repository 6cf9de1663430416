import type { EventHandler } from './features/chain-events/index.ts'
import { purchaseHandler, withdrawalHandler } from './features/steeze/index.ts'
import { vouchHandler } from './features/vouching/index.ts'

/** What the features do about what happens on chain. */
export const eventHandlers: readonly EventHandler[] = [purchaseHandler, vouchHandler, withdrawalHandler]

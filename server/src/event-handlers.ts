import type { EventHandler } from './features/chain-events/public.ts'
import { purchaseHandler, withdrawalHandler } from './features/steeze/public.ts'
import { vouchHandler } from './features/vouching/public.ts'

/** What the features do about what happens on chain. */
export const eventHandlers: readonly EventHandler[] = [purchaseHandler, vouchHandler, withdrawalHandler]

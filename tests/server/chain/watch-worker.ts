/** Follows the chain and can be killed. Reports its start and every poll that found no events. */

import { watchChain } from '../../../server/src/features/chain-events/index.ts'
import type { ChainSettings } from '../../../server/src/platform/chain/chain.ts'
import { rpcChain } from '../../../server/src/platform/chain/rpc-chain.ts'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import { eventHandlers } from '../../../server/src/run-features.ts'
import { productContext } from '../product/arena.ts'

export interface WatchWorkerStart {
  url: string
  chain: ChainSettings
}

const LOOK_EVERY_MS = 20
/** The lease never expires during a test; the test ends it. */
const LEASE_MS = 86_400_000

const { url, chain } = JSON.parse(process.argv[2] ?? '') as WatchWorkerStart
const log = {
  warn: () => {},
  error: (facts: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(facts)}\n`),
}
process.on('disconnect', () => process.exit(0))
watchChain(
  { ...productContext(await openPg({ url, poolSize: 2 })), chain: rpcChain(chain) },
  {
    ...{ handlers: eventHandlers, log, intervalMs: LOOK_EVERY_MS, leaseMs: LEASE_MS },
    afterwards: async () => void process.send?.('looked'),
  },
)
process.send?.('ready')

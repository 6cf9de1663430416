/** A relay's sender without a server around it, which can be killed. */
import { RelayKey, runRelay } from '../../server/src/features/relay/index.ts'
import { defaultLimits } from '../../server/src/limits.ts'
import type { ChainSettings } from '../../server/src/platform/chain/chain.ts'
import { rpcChain } from '../../server/src/platform/chain/rpc-chain.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { productContext } from '../../tests/server/product/arena.ts'
import { given, share } from '../support/child.ts'

export interface SenderStart {
  url: string
  chain: ChainSettings
  key: `0x${string}`
  maxPriceWei: number
}

const { url, chain, key, maxPriceWei } = given<SenderStart>()
const db = await openPg({ url, poolSize: 2 })
const limits = { ...defaultLimits, relay: { ...defaultLimits.relay, maxPriceWei, busyMs: 250 } }
const log = {
  warn: () => {},
  error: (facts: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(facts)}\n`),
}
runRelay({ ...productContext(db, { limits }), chain: rpcChain(chain), relay: new RelayKey(key) }, log)
share({})

/** A relay's sender without a server around it, which can be killed. */

import { RelayKey, runRelay } from '../../server/src/features/relay/index.ts'
import { defaultLimits } from '../../server/src/limits.ts'
import { rpcChain } from '../../server/src/platform/chain/rpc-chain.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { productContext } from '../../tests/server/product/arena.ts'
import { DEAR, type SenderStart } from './start.ts'

const { url, chain, key } = JSON.parse(process.argv[2] ?? '') as SenderStart
const db = await openPg({ url, poolSize: 2 })
const limits = { ...defaultLimits, relay: { ...defaultLimits.relay, ...DEAR, busyMs: 250 } }
const log = {
  warn: () => {},
  error: (facts: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(facts)}\n`),
}
process.on('disconnect', () => process.exit(0))
runRelay({ ...productContext(db, { limits }), chain: rpcChain(chain), relay: new RelayKey(key) }, log)
process.send?.('ready')

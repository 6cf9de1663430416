import { readEnv } from './env/env.ts'
import { defaultLimits } from './limits.ts'
import { rpcChain } from './platform/chain/rpc-chain.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase } from './platform/db/connection/open-database.ts'
import { noImages } from './platform/images/images.ts'
import { announceChanges } from './platform/live/announce-changes.ts'
import { createLive } from './platform/live/live.ts'
import { prepareDatabase } from './prepare-database.ts'
import { adminOrder } from './programs/admin-commands.ts'

async function main(args: string[]): Promise<number> {
  const order = adminOrder(args)
  if ('fault' in order) {
    process.stderr.write(order.fault)
    return 2
  }
  const config = readEnv()
  const db = await openDatabase(config)
  let stopAnnouncing = async () => {}
  try {
    await prepareDatabase(db, config)
    const { settings } = config
    const chain = rpcChain(config.chain)
    const base = { clock: systemClock, limits: defaultLimits }
    const live = createLive(base)
    stopAnnouncing = announceChanges(db, live)
    const outcome = await order.run({ ...base, db, chain, settings, live, images: noImages })
    process.stdout.write(`${outcome}\n`)
    return 0
  } finally {
    await stopAnnouncing()
    await db.close()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

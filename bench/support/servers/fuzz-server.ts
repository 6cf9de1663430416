import { migrate } from '../../../server/src/platform/db/migrate.ts'
import { openPglite } from '../../../server/src/platform/db/open-pglite.ts'
import { openFuzzTarget } from '../../../server/test/fuzz/fuzz-target.ts'
import type { FuzzWorld } from '../../../server/test/fuzz/raw-fuzz.ts'

/** Address of the fuzzed server and the ids its attackers know. */
export interface FuzzPlace {
  port: number
  world: FuzzWorld
}

if (import.meta.main) {
  const target = await openFuzzTarget(async () => {
    const db = await openPglite({ dataDir: null })
    await migrate(db)
    return db
  })
  process.once('message', async () => {
    // Fails, with a status, when the ledger or the ranks no longer add up.
    await target.close()
    process.exit(0)
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.({ port: target.port, world: target.world } satisfies FuzzPlace)
}

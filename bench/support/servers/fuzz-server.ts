import { openPglite } from '../../../server/src/platform/db/connection/open-pglite.ts'
import { migrate } from '../../../server/src/platform/db/migrations/migrate.ts'
import { openFuzzTarget } from '../../../tests/server/fuzz/fuzz-target.ts'
import type { FuzzWorld } from '../../../tests/server/fuzz/raw-fuzz.ts'

export interface FuzzTarget {
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
    // Throws when an audit of the ledger or the ranks fails.
    await target.close()
    process.exit(0)
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.({ port: target.port, world: target.world } satisfies FuzzTarget)
}

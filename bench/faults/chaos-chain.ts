/**
 * Makes 500 random purchases, vouches and redemptions by 20 people while server, network and chain fail.
 * Exits with an error unless the ledger, contract storage and every USDC balance agree to the last unit. `npm run
 * bench -- chaos-chain OPERATIONS SEED` for other numbers.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../server/src/platform/db/connection/open-database.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { startLocalChain } from '../../tools/local-chain/start-local-chain.ts'
import { startPostgres } from '../../tools/postgres/postgres.ts'
import { chaosChain } from '../support/chaos/chaos-chain.ts'
import { printFigure, printTable } from '../support/figures.ts'

const operations = Number(process.argv[2] ?? 500)
const seed = Number(process.argv[3] ?? 1)
const PEOPLE = 20

const dir = await mkdtemp(join(tmpdir(), 'aura-chaos-'))
const postgres = await startPostgres({ settings: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' } })
const local = await startLocalChain({ dir })
try {
  const db = await openDatabase({ databaseUrl: postgres.url, dataDir: '', databasePoolSize: 2 })
  await migrate(db)
  await db.close()
  const startedAtMs = performance.now()
  const { wrong, ...counts } = await chaosChain({ url: postgres.url, local, operations, seed, people: PEOPLE })
  printTable(
    [...Object.keys(counts), 'seconds'],
    [[...Object.values(counts), Math.round((performance.now() - startedAtMs) / 1_000)]],
  )
  for (const difference of wrong) console.log(difference)
  printFigure('chaos-chain-wrong', wrong.length)
  if (wrong.length > 0) process.exitCode = 1
} finally {
  await local.stop()
  await postgres.stop()
  await rm(dir, { recursive: true, force: true })
}

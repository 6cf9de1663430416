import { auditLedger } from '../../server/src/features/ledger/index.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import type { Db } from '../../server/src/platform/db/db.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { DURABLE, type PostgresServer, startPostgres } from '../../tools/postgres/postgres.ts'

type Settings = Record<string, string>

/** Starts a PostgreSQL that keeps every commit, with the product's tables. */
export const startDurableDatabase = (settings: Settings = {}): Promise<PostgresServer> =>
  startDatabase({ ...DURABLE, ...settings })

/** Starts a PostgreSQL with the product's tables that loses its last commits in a power cut. */
export async function startDatabase(settings: Settings = {}): Promise<PostgresServer> {
  const postgres = await startPostgres({ settings })
  const db = await openPg({ url: postgres.url, poolSize: 1 })
  await migrate(db).finally(() => db.close())
  return postgres
}

/** Audits the ledger and returns the number of its transfers. Throws if it is broken. */
export async function auditedTransfers(db: Db): Promise<number> {
  const { broken, counts } = await auditLedger(db)
  if (broken[0]) throw new Error(`the ledger is broken: ${JSON.stringify(broken[0])}`)
  return counts.transfers as number
}

import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { type PostgresServer, startPostgres } from '../../tools/postgres/postgres.ts'

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

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

import { auditLedger } from '../../server/src/features/ledger/index.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import type { Db } from '../../server/src/platform/db/db.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { type Arena, doDue, makeBattles, productContext } from '../../tests/server/product/arena.ts'
import { DURABLE, type PostgresServer, startPostgres } from '../../tools/postgres/postgres.ts'

type Settings = Record<string, string>

/** PostgreSQL with the product's tables, and the context of commands on it. It ends with this process at the latest. */
export interface Database extends PostgresServer {
  db: Db
  ctx: Context
}

/** Starts a PostgreSQL that keeps every commit. */
export const startDurableDatabase = (settings: Settings = {}, poolSize?: number): Promise<Database> =>
  startDatabase({ ...DURABLE, ...settings }, poolSize)

/** Starts a PostgreSQL that loses its last commits in a power cut. */
export async function startDatabase(settings: Settings = {}, poolSize = 6): Promise<Database> {
  const { stop, ...postgres } = await startPostgres({ settings })
  const db = await openPg({ url: postgres.url, poolSize })
  await migrate(db)
  return { ...postgres, db, ctx: productContext(db), stop: () => db.close().finally(stop) }
}

/** Audits the ledger and returns the number of its transfers. Throws if it is broken. */
export async function auditedTransfers(db: Db): Promise<number> {
  const { broken, counts } = await auditLedger(db)
  if (broken[0]) throw new Error(`the ledger is broken: ${JSON.stringify(broken[0])}`)
  return counts.transfers as number
}

/** Returns battles that are live for hours. Their end is fixed. */
export async function liveBattles(ctx: Context, count: number): Promise<[Arena, ...Arena[]]> {
  const battles = await makeBattles(ctx, count)
  await doDue(ctx, 'battles')
  return battles as [Arena, ...Arena[]]
}

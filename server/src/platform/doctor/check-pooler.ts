import { assertListens, findBetween, type PgAddresses } from '../db/connection/pg-route.ts'
import type { Db } from '../db/db.ts'
import { type Finding, ok, problem, warning } from './check.ts'
import { findStatementLimit } from './store.ts'

const WITHOUT = 'Set DATABASE_DIRECT_URL to an address that leads to PostgreSQL without it'

/**
 * Reports a pooler or proxy between a server and PostgreSQL, and whether LISTEN and the limits of `db` work through it.
 * Throws DatabaseUnusable if LISTEN doesn't.
 */
export async function checkPooler(db: Db, addresses: PgAddresses): Promise<Finding[]> {
  await assertListens(addresses)
  const between = await findBetween(addresses.databaseUrl)
  if ((await findStatementLimit(db)) === 0) {
    return [
      problem(`Something in between loses the limits of a session, so a hanging statement is never ended. ${WITHOUT}.`),
    ]
  }
  if (addresses.databaseDirectUrl) {
    return between === 'pooler'
      ? [ok('A pooler stands before DATABASE_URL; LISTEN and migrations use DATABASE_DIRECT_URL')]
      : [warning('No pooler stands before DATABASE_URL. Remove DATABASE_DIRECT_URL: it only makes statements slower.')]
  }
  return [
    ok(
      {
        nothing: 'LISTEN works; the connection is direct',
        proxy: 'LISTEN works through a proxy',
        pooler: 'LISTEN works through a pooler, which keeps sessions',
      }[between],
    ),
  ]
}

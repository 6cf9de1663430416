import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { startPostgres } from './postgres.ts'

export interface TestDatabaseServer {
  adminUrl: string
  /** Prefix of every database of this run, so that `stop` finds them and runs don't collide. */
  prefix: string
  /** Drops the run's databases, and stops the server if it was started here. */
  stop(): Promise<void>
}

/** The server of DATABASE_URL, else one of our own, which gathers statistics only when told to: plans don't change by themselves. */
export async function testDatabaseServer(): Promise<TestDatabaseServer> {
  const named = process.env.DATABASE_URL
  const prefix = `aura_test_${randomBytes(4).toString('hex')}_`
  if (named) return { adminUrl: named, prefix, stop: () => dropDatabases(named, prefix) }
  const server = await startPostgres({ settings: { autovacuum: 'off' } })
  return { adminUrl: server.url, prefix, stop: server.stop }
}

/** Creates a database, copied from `template` if given. Returns its URL. */
export async function createDatabase(adminUrl: string, name: string, template?: string): Promise<string> {
  const copyOf = template ? ` template ${pg.escapeIdentifier(template)}` : ''
  await asAdmin(adminUrl, (client) => client.query(`create database ${pg.escapeIdentifier(name)}${copyOf}`))
  const url = new URL(adminUrl)
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}

/** Drops a database and disconnects its remaining clients. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await asAdmin(adminUrl, (client) => client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`))
}

async function dropDatabases(adminUrl: string, prefix: string): Promise<void> {
  const found = await asAdmin(adminUrl, (client) =>
    client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [prefix]),
  )
  for (const row of found.rows) await dropDatabase(adminUrl, row.datname)
}

async function asAdmin<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

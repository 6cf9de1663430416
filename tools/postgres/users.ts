import pg from 'pg'

/**
 * Advisory lock held by every command that uses the cluster of a DATA_DIR, and by the supervisor that is about to stop
 * it.
 */
const USED = 72_100_001

export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'aura tools',
    connectionTimeoutMillis: 5_000,
  })
  // A broken connection is noticed by its end.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Counts `client` as a user until it ends. Returns false once the cluster is about to stop. */
export const joinUsers = (client: pg.Client): Promise<boolean> => isTaken(client, 'pg_try_advisory_lock_shared')

/** Locks new users out until `client` ends. Returns false while there are any. */
export const lockUsersOut = (client: pg.Client): Promise<boolean> => isTaken(client, 'pg_try_advisory_lock')

async function isTaken(client: pg.Client, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ isTaken: boolean }>(`select ${lock}($1) as "isTaken"`, [USED])
  return rows[0]?.isTaken === true
}

/** Returns the number of other sessions that clients have open. */
export async function countSessions(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return Number(rows[0]?.count)
}

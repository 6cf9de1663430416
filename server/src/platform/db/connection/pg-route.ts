import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseUnusable } from './open-pg.ts'

const WITHIN_MS = 5_000

export interface PgAddresses {
  databaseUrl: string
  /** Set if `databaseUrl` leads through a transaction pooler. */
  databaseDirectUrl?: string | null | undefined
}

const clientOf = (url: string): pg.Client => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: WITHIN_MS, query_timeout: WITHIN_MS })
  client.on('error', () => {})
  return client
}

/**
 * Throws DatabaseUnusable if LISTEN would receive nothing, so that live pages would freeze: behind a transaction pooler,
 * or in another database than the one that is written to.
 */
export async function assertListens(
  { databaseUrl, databaseDirectUrl }: PgAddresses,
  heardWithinMs = WITHIN_MS,
): Promise<void> {
  const channel = `aura_start_${randomUUID().replaceAll('-', '')}`
  const setting = databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  const listening = databaseDirectUrl ?? databaseUrl
  const [listener, beside, writing] = [clientOf(listening), clientOf(listening), clientOf(databaseUrl)]
  const heard = new Set<string>()
  const received = Promise.withResolvers<void>()
  listener.on('notification', ({ payload = '' }) => {
    heard.add(payload)
    if (payload === 'writing') received.resolve()
  })
  const unusable = (reason: string) => new DatabaseUnusable(new Error(reason), setting)
  try {
    await listener.connect().catch((error: Error) => Promise.reject(new DatabaseUnusable(error, setting)))
    await listener.query(`listen ${channel}`)
    await beside.connect()
    await beside.query(`notify ${channel}, 'beside'`)
    await writing.connect()
    await writing.query(`notify ${channel}, 'writing'`)
    await Promise.race([received.promise, pause(heardWithinMs, undefined, { ref: false })])
    if (heard.has('writing')) return
    if (heard.has('beside')) throw unusable("it hears nothing of what DATABASE_URL writes, so that's another database")
    throw unusable(
      'it is behind a pooler without session pooling, so LISTEN receives nothing. ' +
        (databaseDirectUrl
          ? 'Set it to an address that leads to PostgreSQL without a pooler'
          : 'Set DATABASE_DIRECT_URL to an address that leads to PostgreSQL without the pooler, or use session pooling'),
    )
  } catch (error) {
    throw error instanceof DatabaseUnusable ? error : new DatabaseUnusable(error as Error)
  } finally {
    await Promise.allSettled([listener.end(), beside.end(), writing.end()])
  }
}

/** A pooler shares connections; a proxy passes each one on. */
export type Between = 'nothing' | 'proxy' | 'pooler'

/** Compares the process and port that PostgreSQL reports with the connection's. Throws DatabaseUnusable. */
export async function findBetween(url: string): Promise<Between> {
  const client = clientOf(url)
  try {
    await client.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid, inet_client_port() as port')
    const [{ pid, port }] = rows as [{ pid: number; port: number | null }]
    const { processID, connection } = client as unknown as {
      processID: number
      connection: { stream: { localPort?: number } }
    }
    if (pid !== processID) return 'pooler'
    // A local socket has no port.
    return port === null || port === connection.stream.localPort ? 'nothing' : 'proxy'
  } catch (error) {
    throw new DatabaseUnusable(error as Error)
  } finally {
    await client.end().catch(() => {})
  }
}

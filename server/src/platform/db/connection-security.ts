import pg from 'pg'
import { isLoopback } from '../outgoing/loopback.ts'

interface TlsOptions {
  rejectUnauthorized?: boolean
  checkServerIdentity?: unknown
}

/**
 * Returns what makes a connection to PostgreSQL unfit for an untrusted network, or null: it must be encrypted with the
 * server's certificate verified, or stay on this machine. The driver itself says how it would connect, so whatever a
 * URL, a file it names or a PG… variable decides is covered.
 */
export function connectionFault(url: string): string | null {
  try {
    const { host, ssl } = new pg.Client({ connectionString: url }) as { host: string; ssl?: boolean | TlsOptions }
    if (host.startsWith('/') || isLoopback(host)) return null
    if (!ssl) return 'is not encrypted; add ?sslmode=verify-full to it'
    if (ssl !== true && (ssl.rejectUnauthorized === false || ssl.checkServerIdentity !== undefined)) {
      return "doesn't verify the server's certificate; use sslmode=verify-full, with sslrootcert=… for a CA of your own"
    }
    return null
  } catch (error) {
    return `can't be used: ${error instanceof Error ? error.message : error}`
  }
}

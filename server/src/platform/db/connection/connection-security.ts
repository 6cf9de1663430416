import pg from 'pg'
import { isLoopback } from '../../outgoing/loopback.ts'

interface TlsOptions {
  rejectUnauthorized?: boolean
  checkServerIdentity?: unknown
}

/** Returns why a connection is unsafe (neither verified nor local), or null. Parses the URL as the driver does. */
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

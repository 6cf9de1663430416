import { createServer } from 'node:net'

/** Addresses that all have to be free for a port to count as free. */
const LOCAL_HOSTS = ['127.0.0.1', '::1', '0.0.0.0']

/** First of Linux's ephemeral ports, where a reconnecting client could end up connected to itself. */
const FIRST_EPHEMERAL_PORT = 32_768

/** Reason why the port can't be listened on. */
export type PortFault = 'in use' | 'not allowed'

const FAULTS: Record<string, PortFault> = { EADDRINUSE: 'in use', EACCES: 'not allowed' }

/** Returns why a server could not listen on the port right now, or null if it could. */
export async function portFault(port: number, hosts: readonly string[] = LOCAL_HOSTS): Promise<PortFault | null> {
  for (const host of hosts) {
    const fault = await faultAt(port, host)
    if (fault !== null) return fault
  }
  return null
}

/** Returns whether a server could listen on the port right now. */
export const isPortFree = async (port: number, hosts?: readonly string[]): Promise<boolean> =>
  (await portFault(port, hosts)) === null

function faultAt(port: number, host: string): Promise<PortFault | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    // Without IPv6, ::1 gives EADDRNOTAVAIL: nobody can listen there either.
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(FAULTS[error.code ?? ''] ?? null))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(null)))
  })
}

/** Tries `first..last` in order. Returns the first free port, or null. */
export async function firstFreePort(first: number, last: number): Promise<number | null> {
  for (let port = first; port <= last; port++) {
    if (await isPortFree(port)) return port
  }
  return null
}

/** Returns a random free port, so that parallel runs rarely collide. */
export async function randomFreePort(first = 20_000, last = 29_999): Promise<number> {
  if (last >= FIRST_EPHEMERAL_PORT) throw new Error(`Ports from ${FIRST_EPHEMERAL_PORT} on belong to the system`)
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = first + Math.floor(Math.random() * (last - first + 1))
    if (await isPortFree(port)) return port
  }
  throw new Error(`No free port found between ${first} and ${last}`)
}

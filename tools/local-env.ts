import { resolve } from 'node:path'
import { loadDotEnv } from '../server/src/env/dot-env.ts'
import type { LocalChain } from './local-chain/start-local-chain.ts'
import { firstFreePort, type PortFault, portFault } from './processes/free-port.ts'
import { type SandboxX, startSandboxX } from './sandbox-x/start-sandbox-x.ts'

loadDotEnv()

const FIRST_PORT = 3_000
const LAST_PORT = 3_020

/** Settings of a server started by these scripts, besides the user's own. */
export function localEnv(): { DATA_DIR: string; LOG_LEVEL: string } {
  return { DATA_DIR: process.env.DATA_DIR || '.data', LOG_LEVEL: process.env.LOG_LEVEL || 'warn' }
}

export const isLocal = (): boolean => (process.env.CHAIN || 'local') === 'local'

/** Unless the user set a node or another network. */
export const wantsLocalChain = (): boolean => !process.env.RPC_URLS && !process.env.RPC_URLS_FILE && isLocal()

/** Its state is kept in the data folder; it ends with this process. */
export async function localChain(): Promise<LocalChain> {
  // Loaded lazily: it is large, and most programs need no chain.
  const { startLocalChain } = await import('./local-chain/start-local-chain.ts')
  return startLocalChain({ dir: resolve(localEnv().DATA_DIR, 'chain') })
}

const WHY_NOT: Record<PortFault, string> = {
  'in use': 'which another program is using. Stop it, or name another port',
  'not allowed': 'on which this user may not listen. Name another port, such as 4000',
}

/** Returns PORT if set, else 3000 or the next free port. Throws when none is usable, so call it first. */
export async function localPort(first: number = FIRST_PORT): Promise<number> {
  const { PORT: named, HOST } = process.env
  if (named) {
    const port = Number(named)
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`PORT is ${named}, which is not a port`)
    const fault = await portFault(port, HOST ? [HOST] : undefined)
    if (fault !== null) throw new Error(`PORT is ${port}, ${WHY_NOT[fault]}`)
    return port
  }
  const port = await firstFreePort(first, LAST_PORT)
  if (port === null) throw new Error(`No free port from ${first} to ${LAST_PORT}. Name one: PORT=4000 npm start`)
  return port
}

/** Starts the sandbox for X for a server on `port`, if the network is local and no X app is configured. */
export async function localSandboxX(port: number): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  const { X_CLIENT_ID, X_SANDBOX_URL } = process.env
  const isWanted = isLocal() && !X_CLIENT_ID && !X_SANDBOX_URL
  if (!isWanted) return { env: {}, stop: async () => undefined }
  const usual = Array.from({ length: 20 }, (_, i) => port + 100 + i).filter((each) => each <= 65_535)
  // Falls back to any port.
  const sandbox: SandboxX = await startSandboxX([...usual, 0])
  return { env: { X_SANDBOX_URL: sandbox.url }, stop: () => sandbox.stop() }
}

import { resolve } from 'node:path'
import { firstFreePort, isPortFree } from '../dev/src/free-port.ts'
import type { LocalChain } from '../dev/src/local-chain/start-local-chain.ts'
import { type SandboxX, startSandboxX } from '../dev/src/sandbox-x/start-sandbox-x.ts'
import { loadDotEnv } from '../server/src/dot-env.ts'

// Before anything here is asked: it may name the port, or where the data is.
loadDotEnv()

const FIRST_PORT = 3_000
const LAST_PORT = 3_020

/** What a server started from these scripts is told besides what the person set: where its data is, how much it logs. */
export function localEnv(): { DATA_DIR: string; LOG_LEVEL: string } {
  return { DATA_DIR: process.env.DATA_DIR || '.data', LOG_LEVEL: process.env.LOG_LEVEL || 'warn' }
}

/** Whether the network is a local one: not where the person named another. */
export const isLocal = (): boolean => (process.env.CHAIN || 'local') === 'local'

/** Whether a run wants a chain started for it: not where the person named a node or another network. */
export const wantsLocalChain = (): boolean => !process.env.RPC_URLS && isLocal()

/** A chain to go with a local run: kept where the data is, and ended with this process. */
export async function localChain(): Promise<LocalChain> {
  // Loaded here because it is large, and most programs that ask for settings want no chain.
  const { startLocalChain } = await import('../dev/src/local-chain/start-local-chain.ts')
  return startLocalChain({ dir: resolve(localEnv().DATA_DIR, 'chain') })
}

/**
 * Returns PORT if the person set it, else 3000 or the next free one. Throws when nothing could listen there, so ask
 * before anything is prepared.
 */
export async function localPort(first: number = FIRST_PORT): Promise<number> {
  const { PORT: named, HOST } = process.env
  if (named) {
    const port = Number(named)
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`PORT is ${named}, which is not a port`)
    if (!(await isPortFree(port, HOST ? [HOST] : undefined))) {
      throw new Error(`PORT is ${port}, which another program is using. Stop it, or name another port`)
    }
    return port
  }
  const port = await firstFreePort(first, LAST_PORT)
  if (port === null) throw new Error(`No free port from ${first} to ${LAST_PORT}. Name one: PORT=4000 npm start`)
  return port
}

/**
 * The sandbox for X beside a server on `port`, where the person has named neither an app of X's nor another sandbox,
 * and the network is a local one. `env` tells the server of it.
 */
export async function localSandboxX(port: number): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  const { X_CLIENT_ID, X_SANDBOX_URL } = process.env
  const isWanted = isLocal() && !X_CLIENT_ID && !X_SANDBOX_URL
  if (!isWanted) return { env: {}, stop: async () => undefined }
  const usual = Array.from({ length: 20 }, (_, i) => port + 100 + i).filter((each) => each <= 65_535)
  // When all of those are taken, any port will do.
  const sandbox: SandboxX = await startSandboxX([...usual, 0])
  return { env: { X_SANDBOX_URL: sandbox.url }, stop: () => sandbox.stop() }
}

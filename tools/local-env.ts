import { join, resolve } from 'node:path'
import { loadDotEnv } from '../server/src/env/dot-env.ts'
import { takeLock } from '../server/src/platform/lock-directory.ts'
import { prepareDataDir } from './data-dir.ts'
import { refuseEarlierData } from './earlier-data.ts'
import type { LocalChain } from './local-chain/start-local-chain.ts'
import { firstFreePort, type PortFault, portFault } from './processes/free-port.ts'
import { startChatServer } from './provider-sandbox/chat-server.ts'
import { type ProviderSandbox, startSandbox } from './provider-sandbox/start-sandbox.ts'

loadDotEnv()

const FIRST_PORT = 3_000
const LAST_PORT = 3_020

/** Returns the settings of a server started by these scripts, apart from the user's own. */
export function localEnv(): { DATA_DIR: string; LOG_LEVEL: string } {
  return { DATA_DIR: process.env.DATA_DIR || '.data', LOG_LEVEL: process.env.LOG_LEVEL || 'warn' }
}

export const isLocal = (): boolean => (process.env.CHAIN || 'local') === 'local'

/** Returns whether a local chain is needed: the user set neither a node nor another network. */
export const wantsLocalChain = (): boolean => !process.env.RPC_URLS && !process.env.RPC_URLS_FILE && isLocal()

/**
 * Returns whether a local database is needed: the user named neither a server nor another network, whose data belong
 * into a server of their own.
 */
export const wantsLocalDatabase = (): boolean =>
  !process.env.DATABASE_URL && !process.env.DATABASE_URL_FILE && isLocal()

export const dataDir = (): string => resolve(localEnv().DATA_DIR)

/** Returns a placeholder for the address of the database that is still to be started. */
export const databaseToCome = (): Record<string, string> =>
  wantsLocalDatabase() ? { DATABASE_URL: 'postgres://127.0.0.1/to-come' } : {}

/** Prepares DATA_DIR for a server and locks out others that would start the same database. Throws DirectoryInUse. */
export function takeDataDir(): void {
  const folder = dataDir()
  prepareDataDir(folder)
  if (wantsLocalDatabase()) process.once('exit', takeLock(join(folder, 'server.lock'), folder))
}

/** The settings that name a database, and a function to leave it. */
export interface BroughtDatabase {
  env: Record<string, string>
  /** Resolves with the reason when the database is gone. */
  lost: Promise<string>
  stop(): Promise<void>
}

export const noDatabase = async (): Promise<BroughtDatabase> => ({
  env: {},
  lost: new Promise(() => {}),
  stop: async () => {},
})

/** Starts PostgreSQL in the data folder if a local database is needed. Throws the reason if it can't. */
export async function localDatabase(): Promise<BroughtDatabase> {
  if (!wantsLocalDatabase()) return noDatabase()
  // Loaded lazily, for the same reason as the chain.
  const { openLocalDatabase } = await import('./postgres/local-database.ts')
  const { url, ...rest } = await openLocalDatabase(dataDir(), (line) => console.error(line))
  return { env: { DATABASE_URL: url }, ...rest }
}

/**
 * Does the same for a program that only reads, which never creates a database. Returns null if none exists. Throws
 * DatabaseTooOld if there is one of an earlier version.
 */
export async function existingDatabase(): Promise<BroughtDatabase | null> {
  if (!wantsLocalDatabase()) return localDatabase()
  const { hasCluster } = await import('./postgres/cluster.ts')
  refuseEarlierData(dataDir())
  return hasCluster(dataDir()) ? localDatabase() : null
}

/** Starts the local chain. Its state is kept in the data folder; it ends with this process. */
export async function localChain(): Promise<LocalChain> {
  // Loaded lazily: it is large, and most programs need no chain.
  const { startLocalChain } = await import('./local-chain/start-local-chain.ts')
  return startLocalChain({ dir: join(dataDir(), 'chain') })
}

const WHY_NOT: Record<PortFault, string> = {
  'in use': 'which another program is using. Stop it, or name another port',
  'not allowed': 'on which this user may not listen. Name another port, such as 4000',
}

/** Returns PORT if set, else 3000 or the next free port. Throws if none is usable, so call it first. */
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
export async function localSandbox(port: number): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  const { X_CLIENT_ID, X_SANDBOX_URL } = process.env
  const isWanted = isLocal() && !X_CLIENT_ID && !X_SANDBOX_URL
  if (!isWanted) return { env: {}, stop: async () => undefined }
  const usual = Array.from({ length: 20 }, (_, i) => port + 100 + i).filter((each) => each <= 65_535)
  // Falls back to any port.
  const sandbox: ProviderSandbox = await startSandbox([...usual, 0])
  const streamHosts = process.env.STREAM_HOSTS ? {} : { STREAM_HOSTS: `hls:${new URL(sandbox.url).host}` }
  const chat = process.env.CHAT_SOURCES ? null : await startChatServer()
  return {
    env: {
      X_SANDBOX_URL: sandbox.url,
      ...streamHosts,
      ...(chat && { CHAT_SOURCES: 'twitch', TWITCH_CHAT_URL: chat.url }),
    },
    async stop() {
      await Promise.all([sandbox.stop(), chat?.stop()])
    },
  }
}

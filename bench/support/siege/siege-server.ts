import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testSettings } from '../../../tests/server/test-settings.ts'
import { randomFreePort } from '../../../tools/processes/free-port.ts'
import { BENCH_ORIGIN } from '../servers/bench-server.ts'

const root = join(import.meta.dirname, '../../..')
const address = (digit: number) => `0x${String(digit).repeat(40)}`

export interface SiegeServer {
  port: number
  stop(): Promise<void>
}

/** Production settings and limits behind a local proxy. The chain is the mock node. */
export async function startSiegeServer(databaseUrl: string, rpcUrl: string): Promise<SiegeServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aura-bench-'))
  const port = await randomFreePort()
  const env = {
    ...process.env,
    CHAIN: 'local',
    PORT: String(port),
    PUBLIC_URL: BENCH_ORIGIN,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DEMO_DATA: 'off',
    HASH_KEY: testSettings.hashKey,
    TRUST_PROXY: 'loopback',
    RPC_URLS: rpcUrl,
    // The mock node returns 1 for every call, including the token the contracts use.
    USDC_TOKEN: `0x${'1'.padStart(40, '0')}`,
    VOUCH_CONTRACT: address(2),
    STEEZE_CONTRACT: address(3),
    LOG_LEVEL: 'warn',
  }
  const server = fork(join(root, 'server/src/main.ts'), [], { env, execArgv: [] })
  await ready(server)
  return {
    port,
    async stop() {
      const gone = new Promise((resolve) => server.once('exit', resolve))
      server.disconnect()
      await gone
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const ready = (server: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`the server ended with ${code} instead of starting`)))
    server.on('message', ({ type }: { type?: string }) => {
      if (type === 'ready') resolve()
    })
  })

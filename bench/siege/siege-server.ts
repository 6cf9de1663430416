import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProductServer, startServer } from '../../tests/server/product/product-server.ts'
import { BENCH_ORIGIN } from '../support/ask.ts'

const address = (digit: number) => `0x${String(digit).repeat(40)}`

/** Starts a server with production settings and limits behind a local proxy. The chain is the mock node. */
export async function startSiegeServer(
  databaseUrl: string,
  rpcUrl: string,
): Promise<Pick<ProductServer, 'port' | 'stop'>> {
  const dir = await mkdtemp(join(tmpdir(), 'aura-bench-'))
  const { port, stop } = await startServer({
    databaseUrl,
    dir,
    settings: {
      CHAIN: 'local',
      PUBLIC_URL: BENCH_ORIGIN,
      DEMO_DATA: 'off',
      RPC_URLS: rpcUrl,
      // The mock node returns 1 for every call, including the token the contracts use.
      USDC_TOKEN: `0x${'1'.padStart(40, '0')}`,
      VOUCH_CONTRACT: address(2),
      STEEZE_CONTRACT: address(3),
      LOG_LEVEL: 'warn',
    },
  })
  return { port, stop: () => stop().then(() => rm(dir, { recursive: true, force: true })) }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chainEnv } from '../../dev/src/local-chain/chain-env.ts'
import { type LocalChain, startLocalChain } from '../../dev/src/local-chain/start-local-chain.ts'
import { type RealServer, startRealServer } from './servers.ts'

/** The real server on a chain of its own, with the contracts on it and the demo wallet's accounts funded. */
export interface ChainServer {
  chain: LocalChain
  server: RealServer
  /** Where the chain keeps its state. */
  chainFolder: string
  stop(): Promise<void>
}

export async function startChainServer(): Promise<ChainServer> {
  const chainFolder = mkdtempSync(join(tmpdir(), 'aura-e2e-chain-'))
  const chain = await startLocalChain({ dir: chainFolder })
  const server = await startRealServer(chainEnv(chain))
  return {
    chain,
    server,
    chainFolder,
    async stop() {
      await server.stop()
      await chain.stop()
      rmSync(chainFolder, { recursive: true, force: true })
    },
  }
}

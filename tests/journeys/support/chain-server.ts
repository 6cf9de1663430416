import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chainEnv } from '../../../tools/local-chain/chain-env.ts'
import { type LocalChain, startLocalChain } from '../../../tools/local-chain/start-local-chain.ts'
import { type ClockServer, type RealServer, startClockServer, startRealServer } from './servers.ts'

/** The real server with its own chain, contracts and funded demo wallet. */
export interface ChainServer {
  chain: LocalChain
  server: RealServer
  stop(): Promise<void>
}

/** `isRelayed`: Aura hands payments in, and there are accounts of passkeys. */
export async function startChainServer(
  env: Record<string, string> = {},
  { isRelayed = false }: { isRelayed?: boolean } = {},
): Promise<ChainServer> {
  const chainFolder = mkdtempSync(join(tmpdir(), 'aura-e2e-chain-'))
  const chain = await startLocalChain({ dir: chainFolder })
  const server = await startRealServer({ ...chainEnv(isRelayed ? chain : { ...chain, relayKey: null }), ...env })
  return {
    chain,
    server,
    async stop() {
      await server.stop()
      await chain.stop()
      rmSync(chainFolder, { recursive: true, force: true })
    },
  }
}

/** A local chain that poses as Base Mainnet, for its texts. The clock is set by hand. */
export interface BaseLikeServer {
  chain: LocalChain
  server: ClockServer
  stop(): Promise<void>
}

/** `isRelayed`: as for `startChainServer`. What people sign counts by the chain's time, so the clock has to be near it. */
export async function startBaseLikeServer(
  startAt: string,
  { isRelayed = false }: { isRelayed?: boolean } = {},
): Promise<BaseLikeServer> {
  const chainFolder = mkdtempSync(join(tmpdir(), 'aura-e2e-chain-'))
  const chain = await startLocalChain({ dir: chainFolder, chainId: 8_453 })
  const { rpcUrl, contracts, startBlock, signerKey, relayKey } = chain
  const lower = (address: string) => address.toLowerCase()
  const server = await startClockServer({
    startAt,
    settings: { localRpcUrl: rpcUrl, ...(isRelayed ? { accountFactory: lower(contracts.accounts) } : {}) },
    chain: {
      signerKey,
      ...(isRelayed && relayKey ? { relayKey } : {}),
      settings: {
        kind: 'local',
        confirmationSeconds: 0,
        rpcUrls: [rpcUrl],
        contracts: {
          usdc: lower(contracts.usdc),
          vouch: lower(contracts.vouch),
          steeze: lower(contracts.steeze),
        },
        startBlock,
      },
      own: { id: 8_453, name: 'Base Mainnet', explorerUrl: 'https://basescan.org' },
    },
  })
  return {
    chain,
    server,
    async stop() {
      await server.stop()
      await chain.stop()
      rmSync(chainFolder, { recursive: true, force: true })
    },
  }
}

import { join } from 'node:path'
import type { Hex } from 'viem'
import { DEMO_ACCOUNTS } from '../../../web/src/dev/demo-wallet/accounts.ts'
import { personaWallet } from '../demo/persona-wallet.ts'
import { PERSONAS } from '../demo/personas.ts'
import { startSupervisor } from '../supervisor.ts'
import { deployContracts, fund, LOCAL_CONTRACTS, type LocalContracts, START_BLOCK } from './deploy.ts'
import { LOCAL_SIGNER_KEY } from './published-keys.ts'
import type { SupervisorRequest } from './supervisor.ts'

/** A chain of our own with the contracts on it, and everybody of the demo funded. */
export interface LocalChain {
  rpcUrl: string
  chainId: number
  contracts: LocalContracts
  /** First block in which there can be something of the product. */
  startBlock: number
  /** Signs limits of withdrawals. Published. */
  signerKey: Hex
  /** Ends the chain; what happened is kept. */
  stop(): Promise<void>
}

/** How to run a local chain. */
export interface LocalChainOptions {
  /** Folder of its state, kept and used again. */
  dir: string
  /** Without it the port of the last time, or a free one between 20000 and 29999. */
  port?: number
  /** Without it 31337. */
  chainId?: number
}

/**
 * Starts a chain on 127.0.0.1 and puts the contracts on it, or goes on with the one in the folder. It never outlives this
 * process, even if that is killed; a chain that dies by itself comes back on its port within a second. A transaction
 * gets its block at once.
 */
export async function startLocalChain({ dir, port, chainId = 31_337 }: LocalChainOptions): Promise<LocalChain> {
  const request: SupervisorRequest = { dir, port: port ?? null, chainId }
  const supervisor = await startSupervisor<{ port: number }>(join(import.meta.dirname, 'supervisor.ts'), request)
  const rpcUrl = `http://127.0.0.1:${supervisor.ready.port}`
  try {
    await deployContracts(rpcUrl)
    await fund(rpcUrl, [
      ...DEMO_ACCOUNTS.map(({ address }) => address),
      ...PERSONAS.map(({ username }) => personaWallet(username)),
    ])
  } catch (error) {
    await supervisor.stop()
    throw error
  }
  return {
    rpcUrl,
    chainId,
    contracts: LOCAL_CONTRACTS,
    startBlock: START_BLOCK,
    signerKey: LOCAL_SIGNER_KEY,
    stop: supervisor.stop,
  }
}

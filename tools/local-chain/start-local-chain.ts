import { join } from 'node:path'
import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { DEMO_ACCOUNTS } from '../../web/src/dev/demo-wallet/accounts.ts'
import { personaWallet } from '../demo/persona-wallet.ts'
import { PERSONAS } from '../demo/personas.ts'
import { startSupervisor } from '../processes/supervisor.ts'
import { deployContracts, fund, LOCAL_CONTRACTS, type LocalContracts, START_BLOCK } from './deploy.ts'
import { LOCAL_RELAY_KEY, LOCAL_SIGNER_KEY } from './published-keys.ts'
import { rpc } from './rpc.ts'
import type { SupervisorRequest } from './supervisor.ts'

/** A local chain with the contracts and funded demo accounts. */
export interface LocalChain {
  rpcUrl: string
  chainId: number
  contracts: LocalContracts
  startBlock: number
  /** Published key that signs withdrawal limits. */
  signerKey: Hex
  /** Published key that pays the gas of what people sign; null on a chain whose contracts are older than that. */
  relayKey: Hex | null
  stop(): Promise<void>
}

export interface LocalChainOptions {
  dir: string
  /** Default: the last port, or a free one between 20000 and 29999. */
  port?: number
  chainId?: number
}

/** Starts or resumes a chain on 127.0.0.1, restarts it if it dies, and never lets it outlive this process. */
export async function startLocalChain({ dir, port, chainId = 31_337 }: LocalChainOptions): Promise<LocalChain> {
  const request: SupervisorRequest = { dir, port: port ?? null, chainId }
  const supervisor = await startSupervisor<{ port: number }>(join(import.meta.dirname, 'supervisor.ts'), request)
  const rpcUrl = `http://127.0.0.1:${supervisor.ready.port}`
  try {
    await deployContracts(rpcUrl)
    await fund(rpcUrl, [
      privateKeyToAddress(LOCAL_RELAY_KEY),
      ...new Set([
        ...DEMO_ACCOUNTS.map(({ address }) => address),
        ...PERSONAS.map(({ username }) => personaWallet(username)),
      ]),
    ])
  } catch (error) {
    await supervisor.stop()
    throw error
  }
  const hasAccounts = (await rpc<Hex>(rpcUrl, 'eth_getCode', [LOCAL_CONTRACTS.accounts, 'latest'])) !== '0x'
  return {
    rpcUrl,
    chainId,
    contracts: LOCAL_CONTRACTS,
    startBlock: START_BLOCK,
    signerKey: LOCAL_SIGNER_KEY,
    relayKey: hasAccounts ? LOCAL_RELAY_KEY : null,
    stop: supervisor.stop,
  }
}

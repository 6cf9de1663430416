import { mkdirSync } from 'node:fs'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { deploy } from '../deployment.ts'
import { rpc } from '../local-chain/rpc.ts'
import { startLocalChain } from '../local-chain/start-local-chain.ts'

const BASE_ID = 8_453

export interface Network {
  signerKey: string
  rpcUrls: string
  settings: Record<string, string>
  stop(): Promise<void>
}

/** Starts a chain with the id of Base and contracts of its own, since the published signer is refused there. */
export async function startNetwork(dir: string): Promise<Network> {
  mkdirSync(dir, { recursive: true })
  const { rpcUrl, contracts, stop } = await startLocalChain({ dir, chainId: BASE_ID })
  try {
    const [signerKey, deployer] = [generatePrivateKey(), privateKeyToAccount(generatePrivateKey())]
    await rpc(rpcUrl, 'anvil_setBalance', [deployer.address, '0xde0b6b3a7640000'])
    const { AuraVouch, SteezeStack, startBlock } = await deploy({
      network: 'base',
      rpcUrl,
      deployer,
      usdc: contracts.usdc,
      owner: privateKeyToAddress(generatePrivateKey()),
      signer: privateKeyToAddress(signerKey),
      dailyCapMicroUsdc: 1_000_000_000n,
    })
    // Mines blocks until the deployment is final.
    await rpc(rpcUrl, 'anvil_mine', ['0x10'])
    return {
      signerKey,
      // Two names for one node, since the doctor warns of a single node.
      rpcUrls: `${rpcUrl},${rpcUrl.replace('127.0.0.1', 'localhost')}`,
      settings: {
        CHAIN: 'base',
        VOUCH_CONTRACT: AuraVouch,
        STEEZE_CONTRACT: SteezeStack,
        START_BLOCK: String(startBlock),
        USDC_TOKEN: contracts.usdc,
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

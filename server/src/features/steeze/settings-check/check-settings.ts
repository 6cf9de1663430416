import { steezeStackAbi } from '@aura/contracts/abi'
import { type Abi, decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import { CallReverted, type Chain, ChainUnreachable, type ProductContract, type Witness } from '#platform/chain/chain'
import { contractsOf } from '#platform/chain/contracts'
import { witnessesNeeded } from '#platform/chain/witnesses'
import {
  type CheckedContract,
  type CheckedSettings,
  type ContractsTold,
  type Finding,
  judgeSettings,
  type Testimony,
} from './settings-check.rules.ts'

/** Every contract of the product says which token it was made with. */
const tokenAbi = parseAbi(['function usdc() view returns (address)'])

/** Asks every node. Returns once enough confirm the settings, else after `waitMs` with the result so far. */
export async function checkSettings(
  chain: Chain,
  { contracts, signer }: { contracts: readonly ProductContract[]; signer: string | null },
  waitMs: number,
): Promise<Finding> {
  const addresses = contractsOf(chain)
  const { usdc, steeze } = addresses
  const settings = {
    network: chain,
    contracts: contracts.map((contract) => ({ ...contract, address: addresses[contract.key] })),
    usdc,
    steeze,
    signer: signer?.toLowerCase() ?? null,
  }
  const needed = witnessesNeeded(chain)
  const testimonies: Testimony[] = []
  const judge = () => judgeSettings(settings, testimonies, needed)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(judge()), waitMs)
    const end = (finding: Finding) => {
      clearTimeout(timer)
      resolve(finding)
    }
    const heard = chain.witnesses.map(async (witness) => {
      const testimony = await testimonyOf(chain, settings, witness)
      if (testimony) testimonies.push(testimony)
      const finding = judge()
      if (finding.is === 'confirmed') end(finding)
    })
    Promise.all(heard).then(
      () => end(judge()),
      (error) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

/** Returns undefined if the node doesn't respond or hasn't synced the contracts' blocks, which proves nothing. */
async function testimonyOf(chain: Chain, settings: CheckedSettings, witness: Witness): Promise<Testimony | undefined> {
  try {
    const chainId = await witness.chainId()
    if (chainId !== chain.id) return { chainId, contracts: null }
    const contracts = await contractsTold(witness, settings)
    const isMissing = contracts.signer === null || Object.values(contracts.tokens).includes(null)
    if (isMissing && !(await witness.block(chain.startBlock))) return undefined
    return { chainId, contracts }
  } catch (error) {
    if (error instanceof ChainUnreachable) return undefined
    throw error
  }
}

async function contractsTold(witness: Witness, { contracts, steeze }: CheckedSettings): Promise<ContractsTold> {
  const address = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : null)
  const tokenOf = async ({ key, address: to }: CheckedContract) =>
    [key, address(await readFrom(witness, { to, abi: tokenAbi, functionName: 'usdc' }))] as const
  const [tokens, signer, isPaused] = await Promise.all([
    Promise.all(contracts.map(tokenOf)),
    readFrom(witness, { to: steeze, abi: steezeStackAbi, functionName: 'signer' }),
    readFrom(witness, { to: steeze, abi: steezeStackAbi, functionName: 'paused' }),
  ])
  return { tokens: Object.fromEntries(tokens), signer: address(signer), isPaused: isPaused === true }
}

async function readFrom(
  witness: Witness,
  { to, abi, functionName }: { to: string; abi: Abi; functionName: string },
): Promise<unknown> {
  let data: `0x${string}`
  try {
    data = await witness.call({ to, data: encodeFunctionData({ abi, functionName }) })
  } catch (error) {
    if (error instanceof CallReverted) return null
    throw error
  }
  try {
    return decodeFunctionResult({ abi, functionName, data })
  } catch {
    return null
  }
}

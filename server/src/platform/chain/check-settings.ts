import { auraVouchAbi, steezeStackAbi } from '@aura/contracts/abi'
import { type Abi, decodeFunctionResult, encodeFunctionData } from 'viem'
import { CallReverted, type Chain, ChainUnreachable, type ContractAddresses, type Witness } from './chain.ts'
import { contractsOf } from './contracts.ts'
import { type ContractsTold, type Finding, judgeSettings, type Testimony } from './settings-check.rules.ts'
import { witnessesNeeded } from './witnesses.ts'

/** Asks every node. Returns once enough confirm the settings, else after `waitMs` with the result so far. */
export async function checkSettings(chain: Chain, signer: string | null, waitMs: number): Promise<Finding> {
  const contracts = contractsOf(chain)
  const settings = { network: chain, contracts, signer: signer?.toLowerCase() ?? null }
  const needed = witnessesNeeded(chain)
  const told: Testimony[] = []
  const judge = () => judgeSettings(settings, told, needed)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(judge()), waitMs)
    const end = (finding: Finding) => {
      clearTimeout(timer)
      resolve(finding)
    }
    const heard = chain.witnesses.map(async (witness) => {
      const testimony = await testimonyOf(chain, contracts, witness)
      if (testimony) told.push(testimony)
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
async function testimonyOf(
  chain: Chain,
  contracts: ContractAddresses,
  witness: Witness,
): Promise<Testimony | undefined> {
  try {
    const chainId = await witness.chainId()
    if (chainId !== chain.id) return { chainId, contracts: null }
    const told = await contractsTold(witness, contracts)
    const isMissing = told.steezeUsdc === null || told.vouchUsdc === null || told.signer === null
    if (isMissing && !(await witness.block(chain.startBlock))) return undefined
    return { chainId, contracts: told }
  } catch (error) {
    if (error instanceof ChainUnreachable) return undefined
    throw error
  }
}

async function contractsTold(witness: Witness, { steeze, vouch }: ContractAddresses): Promise<ContractsTold> {
  const [steezeUsdc, vouchUsdc, signer, isPaused] = await Promise.all([
    readFrom(witness, { to: steeze, abi: steezeStackAbi, functionName: 'usdc' }),
    readFrom(witness, { to: vouch, abi: auraVouchAbi, functionName: 'usdc' }),
    readFrom(witness, { to: steeze, abi: steezeStackAbi, functionName: 'signer' }),
    readFrom(witness, { to: steeze, abi: steezeStackAbi, functionName: 'paused' }),
  ])
  const address = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : null)
  return {
    steezeUsdc: address(steezeUsdc),
    vouchUsdc: address(vouchUsdc),
    signer: address(signer),
    isPaused: isPaused === true,
  }
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

import { steezeStackAbi } from '@aura/contracts/abi'
import { type Abi, decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import { CallReverted, type Chain, ChainUnreachable, type ProductContract, type Verifier } from '#platform/chain/chain'
import { contractsOf } from '#platform/chain/contracts'
import { verifiersNeeded } from '#platform/chain/verifiers'
import {
  type CheckedContract,
  type CheckedSettings,
  type Finding,
  judgeSettings,
  type NodeReport,
  type ReportedContracts,
} from './settings-check.rules.ts'

/** Every contract of the product reports the token it was made with. */
const tokenAbi = parseAbi(['function usdc() view returns (address)'])

/** Asks every node. Returns once enough of them confirm the settings, else after `waitMs` with the result so far. */
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
  const needed = verifiersNeeded(chain)
  const reports: NodeReport[] = []
  const judge = () => judgeSettings(settings, reports, needed)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(judge()), waitMs)
    const end = (finding: Finding) => {
      clearTimeout(timer)
      resolve(finding)
    }
    const asked = chain.verifiers.map(async (verifier) => {
      const report = await reportOf(chain, settings, verifier)
      if (report) reports.push(report)
      const finding = judge()
      if (finding.is === 'confirmed') end(finding)
    })
    Promise.all(asked).then(
      () => end(judge()),
      (error) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

/** Returns a node's report; undefined if it doesn't respond or lacks the contracts' blocks. */
async function reportOf(chain: Chain, settings: CheckedSettings, verifier: Verifier): Promise<NodeReport | undefined> {
  try {
    const chainId = await verifier.chainId()
    if (chainId !== chain.id) return { chainId, contracts: null }
    const contracts = await readContracts(verifier, settings)
    const isMissing = contracts.signer === null || Object.values(contracts.tokens).includes(null)
    if (isMissing && !(await verifier.block(chain.startBlock))) return undefined
    return { chainId, contracts }
  } catch (error) {
    if (error instanceof ChainUnreachable) return undefined
    throw error
  }
}

async function readContracts(verifier: Verifier, { contracts, steeze }: CheckedSettings): Promise<ReportedContracts> {
  const address = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : null)
  const tokenOf = async ({ key, address: to }: CheckedContract) =>
    [key, address(await readFrom(verifier, { to, abi: tokenAbi, functionName: 'usdc' }))] as const
  const [tokens, signer, isPaused] = await Promise.all([
    Promise.all(contracts.map(tokenOf)),
    readFrom(verifier, { to: steeze, abi: steezeStackAbi, functionName: 'signer' }),
    readFrom(verifier, { to: steeze, abi: steezeStackAbi, functionName: 'paused' }),
  ])
  return { tokens: Object.fromEntries(tokens), signer: address(signer), isPaused: isPaused === true }
}

async function readFrom(
  verifier: Verifier,
  { to, abi, functionName }: { to: string; abi: Abi; functionName: string },
): Promise<unknown> {
  let data: `0x${string}`
  try {
    data = await verifier.call({ to, data: encodeFunctionData({ abi, functionName }) })
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

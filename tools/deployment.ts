import { auraAccountFactoryAbi, auraVouchAbi, steezeStackAbi, usdcAbi } from '@aura/contracts/abi'
import { auraAccountFactoryBytecode, auraVouchBytecode, steezeStackBytecode } from '@aura/contracts/bytecode'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeAbiParameters,
  encodeDeployData,
  formatEther,
  getAddress,
  getContractAddress,
  type Hex,
  http,
  isAddressEqual,
  type PrivateKeyAccount,
  zeroAddress,
} from 'viem'
import { isLoopback } from '../server/src/platform/outgoing/loopback.ts'

export interface DeploymentPlan {
  network: 'base' | 'base-sepolia'
  rpcUrl: string
  deployer: PrivateKeyAccount
  usdc: Address
  owner: Address
  signer: Address
  dailyCapMicroUsdc: bigint
}

export interface PlannedContract {
  name: 'AuraVouch' | 'SteezeStack' | 'AuraAccountFactory'
  address: Address
  constructorArguments: Hex
  data: Hex
  gas: bigint
}

export interface Simulation {
  chainId: number
  contracts: PlannedContract[]
  /** Maximum cost in wei at the current gas price. */
  costWei: bigint
  balanceWei: bigint
}

export interface Deployed {
  chainId: number
  AuraVouch: Address
  SteezeStack: Address
  AuraAccountFactory: Address
  usdc: Address
  owner: Address
  signer: Address
  dailyCapMicroUsdc: string
  startBlock: number
  constructorArguments: Record<string, Hex>
}

const CHAIN_IDS = { base: 8_453, 'base-sepolia': 84_532 } as const

export class BadDeployment extends Error {
  override name = 'BadDeployment'
}

/** Validates the plan and computes addresses and cost. Sends nothing. */
export async function simulate(plan: DeploymentPlan): Promise<Simulation> {
  const reader = readerOf(plan)
  await refuseWhatIsWrong(plan)
  const { address: from } = plan.deployer
  const nonce = await reader.getTransactionCount({ address: from })
  const contracts: PlannedContract[] = []
  for (const [index, planned] of creations(plan).entries()) {
    const gas = await reader.estimateGas({ account: from, data: planned.data })
    const address = getContractAddress({ from, nonce: BigInt(nonce + index) })
    contracts.push({ ...planned, address, gas })
  }
  const { maxFeePerGas } = await reader.estimateFeesPerGas()
  const gas = contracts.reduce((sum, contract) => sum + contract.gas, 0n)
  return {
    chainId: CHAIN_IDS[plan.network],
    contracts,
    costWei: gas * maxFeePerGas,
    balanceWei: await reader.getBalance({ address: from }),
  }
}

/** Deploys the contracts and verifies them by reading back. */
export async function deploy(plan: DeploymentPlan): Promise<Deployed> {
  const { contracts, costWei, balanceWei, chainId } = await simulate(plan)
  if (balanceWei < costWei) {
    throw new BadDeployment(`The deployer has ${formatEther(balanceWei)} ETH and may need ${formatEther(costWei)}`)
  }
  const reader = readerOf(plan)
  const sender = createWalletClient({ ...clientOptions(plan), account: plan.deployer })
  const blocks: bigint[] = []
  for (const { name, address, data } of contracts) {
    const hash = await sender.sendTransaction({ data })
    const receipt = await reader.waitForTransactionReceipt({ hash })
    const isThere = receipt.status === 'success' && isAddressEqual(receipt.contractAddress ?? zeroAddress, address)
    if (!isThere) throw new BadDeployment(`${name} was not deployed as planned: see transaction ${hash}`)
    blocks.push(receipt.blockNumber)
  }
  const [vouch, steeze, accounts] = contracts.map(({ address }) => address) as [Address, Address, Address]
  await compare(plan, vouch, steeze)
  return {
    chainId,
    AuraVouch: vouch,
    SteezeStack: steeze,
    AuraAccountFactory: accounts,
    usdc: plan.usdc,
    owner: plan.owner,
    signer: plan.signer,
    dailyCapMicroUsdc: plan.dailyCapMicroUsdc.toString(),
    startBlock: Number(blocks[0]),
    constructorArguments: Object.fromEntries(
      contracts.map(({ name, constructorArguments }) => [name, constructorArguments]),
    ),
  }
}

function creations({ usdc, owner, signer, dailyCapMicroUsdc: cap }: DeploymentPlan) {
  const forStack = [usdc, owner, signer, cap] as const
  return [
    {
      name: 'AuraVouch' as const,
      data: encodeDeployData({ abi: auraVouchAbi, bytecode: auraVouchBytecode, args: [usdc] }),
      constructorArguments: encodeAbiParameters([{ type: 'address' }], [usdc]),
    },
    {
      name: 'SteezeStack' as const,
      data: encodeDeployData({ abi: steezeStackAbi, bytecode: steezeStackBytecode, args: forStack }),
      constructorArguments: encodeAbiParameters(
        [{ type: 'address' }, { type: 'address' }, { type: 'address' }, { type: 'uint256' }],
        forStack,
      ),
    },
    {
      // Makes the verifier of passkeys and what all accounts share.
      name: 'AuraAccountFactory' as const,
      data: encodeDeployData({ abi: auraAccountFactoryAbi, bytecode: auraAccountFactoryBytecode }),
      constructorArguments: '0x' as const,
    },
  ]
}

async function refuseWhatIsWrong(plan: DeploymentPlan): Promise<void> {
  const { owner, signer, deployer, network, usdc } = plan
  if (plan.rpcUrl.startsWith('http:') && !isLoopback(new URL(plan.rpcUrl).hostname)) {
    throw new BadDeployment('RPC_URLS has to begin with an https node, or one on this machine')
  }
  const reader = readerOf(plan)
  const id = await reader.getChainId()
  if (id !== CHAIN_IDS[network])
    throw new BadDeployment(`The node is of chain ${id}, but ${network} is ${CHAIN_IDS[network]}`)
  if (isAddressEqual(owner, zeroAddress) || isAddressEqual(signer, zeroAddress)) {
    throw new BadDeployment('Owner and signer have to be somebody')
  }
  if (isAddressEqual(owner, signer)) throw new BadDeployment('Owner and signer have to differ: one replaces the other')
  if (isAddressEqual(signer, deployer.address)) throw new BadDeployment('The deployer’s key is not to sign withdrawals')
  const token = { address: usdc, abi: usdcAbi } as const
  const decimals = await reader.readContract({ ...token, functionName: 'decimals' }).catch(() => null)
  const symbol = await reader.readContract({ ...token, functionName: 'symbol' }).catch(() => null)
  if (decimals !== 6 || symbol !== 'USDC')
    throw new BadDeployment(`${usdc} is not USDC (${symbol}, ${decimals} decimals)`)
}

async function compare(plan: DeploymentPlan, vouch: Address, steeze: Address): Promise<void> {
  const reader = readerOf(plan)
  const stack = { address: steeze, abi: steezeStackAbi } as const
  const found = [
    await reader.readContract({ address: vouch, abi: auraVouchAbi, functionName: 'usdc' }),
    await reader.readContract({ ...stack, functionName: 'usdc' }),
    await reader.readContract({ ...stack, functionName: 'owner' }),
    await reader.readContract({ ...stack, functionName: 'signer' }),
    await reader.readContract({ ...stack, functionName: 'dailyCap' }),
  ]
  const { usdc, owner, signer, dailyCapMicroUsdc } = plan
  const wanted = [usdc, usdc, owner, signer].map((address) => getAddress(address))
  if (found.join() !== [...wanted, dailyCapMicroUsdc].join()) {
    throw new BadDeployment(
      `On chain stands ${found.join(', ')}; meant was ${[...wanted, dailyCapMicroUsdc].join(', ')}`,
    )
  }
}

function clientOptions({ network, rpcUrl }: DeploymentPlan) {
  const chain = defineChain({
    id: CHAIN_IDS[network],
    name: network,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  return { chain, transport: http() }
}

const readerOf = (plan: DeploymentPlan) => createPublicClient(clientOptions(plan))

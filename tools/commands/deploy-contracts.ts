/**
 * `npm run deploy-contracts -- base-sepolia|base [--send]`: deploys the contracts. Without `--send` it only checks
 * everything and prints addresses and cost. Environment: RPC_URLS (the first is used) and DEPLOYER_KEY, or files with
 * them in RPC_URLS_FILE and DEPLOYER_KEY_FILE; STEEZE_OWNER and STEEZE_SIGNER (addresses), DAILY_CAP_USDC (default 1000)
 * and USDC_TOKEN (default Circle's). `--send` writes contracts/generated/addresses, and the explorers' verification input
 * to contracts/generated/verification.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatEther, getAddress, isAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { compilerVersion, standardInput } from '../../contracts/tools/compile.ts'
import { readSecretFiles } from '../../server/src/env/secret-files.ts'
import { isPublishedKey } from '../../server/src/platform/chain/published-keys.ts'
import { reasonOf } from '../../server/src/platform/doctor/check.ts'
import { BadDeployment, type DeploymentPlan, deploy, simulate } from '../deployment.ts'

const USDC = {
  base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  'base-sepolia': '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
} as const

const generated = join(import.meta.dirname, '../../contracts/generated')

const { env, faults } = readSecretFiles(process.env, ['DEPLOYER_KEY', 'RPC_URLS'])

function setting(name: string, otherwise?: string): string {
  const fault = faults.get(name)
  if (fault) throw new BadDeployment(fault)
  const value = env[name] || otherwise
  if (!value) throw new BadDeployment(`${name} has to be set`)
  return value
}

function address(name: string, otherwise?: string) {
  const value = setting(name, otherwise)
  if (!isAddress(value)) throw new BadDeployment(`${name} is ${value}, which is no address`)
  return getAddress(value)
}

function planFrom([network]: string[]): DeploymentPlan {
  if (network !== 'base' && network !== 'base-sepolia') {
    throw new BadDeployment('Say where to: npm run deploy-contracts -- base-sepolia|base [--send]')
  }
  const key = setting('DEPLOYER_KEY')
  if (!/^0x[0-9a-f]{64}$/i.test(key)) throw new BadDeployment('DEPLOYER_KEY is no private key: 0x and 64 digits')
  if (isPublishedKey(key))
    throw new BadDeployment('DEPLOYER_KEY is published: whoever reads it could deploy in between')
  const cap = Number(setting('DAILY_CAP_USDC', '1000'))
  if (!Number.isSafeInteger(cap) || cap < 0) throw new BadDeployment('DAILY_CAP_USDC has to be whole USDC')
  return {
    network,
    rpcUrl: setting('RPC_URLS').split(/[\s,]+/)[0] ?? '',
    deployer: privateKeyToAccount(key as `0x${string}`),
    usdc: address('USDC_TOKEN', USDC[network]),
    owner: address('STEEZE_OWNER'),
    signer: address('STEEZE_SIGNER'),
    dailyCapMicroUsdc: BigInt(cap) * 1_000_000n,
  }
}

async function look(plan: DeploymentPlan): Promise<void> {
  const { chainId, contracts, costWei, balanceWei } = await simulate(plan)
  console.log(`\n${plan.network} (chain ${chainId}), by ${plan.deployer.address}\n`)
  for (const { name, address: where, gas, constructorArguments } of contracts) {
    console.log(`${name}\n  address    ${where}\n  gas        ${gas}\n  arguments  ${constructorArguments}`)
  }
  console.log(
    `\nUSDC ${plan.usdc}\nowner ${plan.owner}\nsigner ${plan.signer}\ndaily cap ${plan.dailyCapMicroUsdc} micro-USDC`,
  )
  console.log(`\nIt costs at most ${formatEther(costWei)} ETH; the deployer has ${formatEther(balanceWei)} ETH.`)
}

async function send(plan: DeploymentPlan): Promise<void> {
  const deployed = await deploy(plan)
  const put = (folder: string, name: string, value: unknown) => {
    mkdirSync(join(generated, folder), { recursive: true })
    writeFileSync(join(generated, folder, `${name}.json`), `${JSON.stringify(value, null, 2)}\n`)
  }
  put('addresses', String(deployed.chainId), { ...deployed, compiler: compilerVersion() })
  for (const name of ['AuraVouch', 'SteezeStack', 'AuraAccountFactory'])
    put('verification', name, standardInput([`src/${name}.sol`]))
  console.log(
    `\nDeployed:\nVOUCH_CONTRACT=${deployed.AuraVouch}\nSTEEZE_CONTRACT=${deployed.SteezeStack}\nACCOUNT_FACTORY=${deployed.AuraAccountFactory}\nSTART_BLOCK=${deployed.startBlock}`,
  )
  console.log(
    `\nTo verify the sources on an explorer: standard JSON input from contracts/generated/verification, compiler ${compilerVersion()}.`,
  )
}

try {
  const args = process.argv.slice(2)
  const plan = planFrom(args)
  await look(plan)
  if (args.includes('--send')) await send(plan)
  else console.log('\nNothing was sent. With --send it will be.')
} catch (error) {
  // Below its first line viem names the node, whose address may hold a key.
  console.error(error instanceof BadDeployment ? error.message : reasonOf(error))
  process.exitCode = 1
}

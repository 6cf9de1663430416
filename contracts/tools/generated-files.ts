import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AbiEntry, CompiledContract } from './compile.ts'
import { forgeArtifact } from './forge-artifact.ts'

/**
 * ERC-20 functions, approval by signature, and whether a payment by signature was made, which the product uses; the
 * mock's other functions are left out.
 */
const OF_USDC = [
  'name',
  'symbol',
  'version',
  'decimals',
  'balanceOf',
  'allowance',
  'nonces',
  'DOMAIN_SEPARATOR',
  'authorizationState',
  'approve',
  'permit',
  'transfer',
  'transferFrom',
  'Transfer',
  'Approval',
]

const OF_LAB = [
  'LabAirdrop',
  'LabAllowlist',
  'LabAuction',
  'LabBacking',
  'LabBank',
  'LabBurner',
  'LabCreatorCoin',
  'LabFakeClaim',
  'LabGuardedAccount',
  'LabLoan',
  'LabLottery',
  'LabMarketToken',
  'LabMarketplace',
  'LabPermit2',
  'LabPool',
  'LabProxy',
  'LabReceipts',
  'LabRedemption',
  'LabRobber',
  'LabSavings',
  'LabSavingsStolen',
  'LabShop',
  'LabSpendPermissions',
  'LabSplit',
  'LabSweeper',
  'LabSwitch',
  'LabTeamWallet',
  'LabTickets',
  'LabTipJar',
]

const OF_FEED = ['decimals', 'latestRoundData']

const HEAD = '// Written by `npm run contracts`; the sources are in contracts/src.\n'

export const generatedFolder = join(import.meta.dirname, '../generated')

/** Returns the files of `contracts/generated` that are missing, left over, or not what forge has compiled. */
export function staleFiles(): string[] {
  const wanted = generatedFiles()
  const there = readdirSync(generatedFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const isFresh = (name: string) =>
    there.includes(name) && readFileSync(join(generatedFolder, name), 'utf8') === wanted[name]
  return [...new Set([...Object.keys(wanted), ...there])].filter((name) => !isFresh(name))
}

/** Returns the files of `contracts/generated` by name, from what forge has compiled. Throws if a contract isn't there. */
export function generatedFiles(): Record<string, string> {
  const of = forgeArtifact()
  const part = (name: string, names: string[]) => of(name).abi.filter((entry) => names.includes(entry.name ?? ''))
  return {
    'abi.ts':
      HEAD +
      abiConstant('auraVouchAbi', of('AuraVouch').abi) +
      abiConstant('steezeStackAbi', of('SteezeStack').abi) +
      abiConstant('auraAccountAbi', of('AuraAccount').abi) +
      abiConstant('auraAccountFactoryAbi', of('AuraAccountFactory').abi) +
      abiConstant('usdcAbi', part('MockUSDC', OF_USDC)) +
      abiConstant('priceFeedAbi', part('MockPriceFeed', OF_FEED)),
    'bytecode.ts':
      HEAD +
      bytecodeConstant('auraVouchBytecode', of('AuraVouch')) +
      bytecodeConstant('steezeStackBytecode', of('SteezeStack')) +
      bytecodeConstant('auraAccountFactoryBytecode', of('AuraAccountFactory')) +
      '\n// Mocks, for tests and the local chain only.\n' +
      abiConstant('mockUsdcAbi', of('MockUSDC').abi) +
      abiConstant('mockProxyAbi', of('MockProxy').abi) +
      abiConstant('mockPriceFeedAbi', of('MockPriceFeed').abi) +
      bytecodeConstant('mockUsdcBytecode', of('MockUSDC')) +
      bytecodeConstant('mockProxyBytecode', of('MockProxy')) +
      bytecodeConstant('mockPriceFeedBytecode', of('MockPriceFeed')),
    // Again, because a lab loads all of a file.
    'lab/aura-vouch.ts': HEAD + bytecodeConstant('auraVouchBytecode', of('AuraVouch')),
    ...Object.fromEntries(
      OF_LAB.map((name) => [labFile(name), HEAD + bytecodeConstant(`${lowerFirst(name)}Bytecode`, of(name))]),
    ),
  }
}

/**
 * Returns the contract's own file, so that a lab loads only its contracts: `LabMarketToken` is in
 * `lab/market-token.ts`.
 */
const labFile = (name: string): string =>
  `lab/${lowerFirst(name.slice('Lab'.length)).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** Writes one line per entry: short enough to read, and a diff shows which entry changed. */
function abiConstant(name: string, abi: readonly AbiEntry[]): string {
  return `\nexport const ${name} = [\n${abi.map((entry) => `  ${JSON.stringify(entry)},\n`).join('')}] as const\n`
}

const bytecodeConstant = (name: string, { bytecode }: CompiledContract): string =>
  `\nexport const ${name} =\n  '${bytecode}'\n`

/** A node's report. Addresses are lower case. */
export interface NodeReport {
  chainId: number
  contracts: ReportedContracts | null
}

/** Null if a contract is missing or isn't ours. */
export interface ReportedContracts {
  /** The token each contract was made with, by the contract's key. */
  tokens: Readonly<Record<string, string | null>>
  signer: string | null
  isPaused: boolean
}

export interface CheckedSettings {
  network: { id: number; name: string; kind: string }
  contracts: readonly CheckedContract[]
  usdc: string
  /** Address of the contract that knows the signer. */
  steeze: string
  /** Address in lower case; null if this server signs nothing. */
  signer: string | null
}

export interface CheckedContract {
  key: string
  name: string
  setting: string
  address: string
}

export type Finding =
  | { is: 'confirmed' }
  /** A sentence per differing setting, with the expected value and the fix. */
  | { is: 'contradicted'; sentences: readonly string[] }
  /** Another signer while the contract is paused, which is a key rotation. */
  | { is: 'paused'; reason: string }
  | { is: 'undecided'; reason: string }

/** Judges the settings. A fact is decided if `needed` nodes report the same value. */
export function judgeSettings(settings: CheckedSettings, told: readonly NodeReport[], needed: number): Finding {
  const { network } = settings
  const chainId = decided(
    told.map((each) => each.chainId),
    needed,
  )
  if (chainId !== undefined && chainId !== network.id) {
    return {
      is: 'contradicted',
      sentences: [
        `RPC_URLS: these nodes are on network ${chainId}, but CHAIN=${network.kind} is ${network.name}, network ` +
          `${network.id}. Set RPC_URLS to nodes of ${network.name}, or CHAIN to the network of these nodes.`,
      ],
    }
  }
  const contracts = told.flatMap((each) => each.contracts ?? [])
  if (contracts.length < needed || needed === 0) {
    return {
      is: 'undecided',
      reason: `${contracts.length} of the ${Math.max(1, needed)} nodes answered that have to agree`,
    }
  }
  return judgeContracts(settings, contracts, needed)
}

function judgeContracts(settings: CheckedSettings, told: readonly ReportedContracts[], needed: number): Finding {
  const tokens = settings.contracts.map((contract) => ({
    contract,
    usdc: decided(
      told.map((each) => each.tokens[contract.key] ?? null),
      needed,
    ),
  }))
  const signer = decided(
    told.map((each) => each.signer),
    needed,
  )
  const isPaused = decided(
    told.map((each) => each.isPaused),
    needed,
  )
  const isOtherSigner = settings.signer !== null && typeof signer === 'string' && signer !== settings.signer
  const { steeze } = settings
  const sentences = [
    ...tokens.flatMap(({ contract, usdc }) => faultsOfToken(settings, contract, usdc)),
    ...(isOtherSigner && isPaused === false
      ? [
          `STEEZE_SIGNER_KEY: this is the key of ${settings.signer}, but the Steeze contract ${steeze} takes signatures ` +
            `of ${signer} only. Set the key of ${signer}, or have the contract's owner call setSigner first.`,
        ]
      : []),
  ]
  if (sentences.length > 0) return { is: 'contradicted', sentences }
  const facts = { 'the tokens': tokens.map(({ usdc }) => usdc), 'the signer': [signer], 'the pause': [isPaused] }
  const open = Object.entries(facts).flatMap(([name, values]) => (values.includes(undefined) ? [name] : []))
  if (open.length > 0) return { is: 'undecided', reason: `nodes disagree about ${open.join(' and ')} of the contracts` }
  if (!isOtherSigner) return { is: 'confirmed' }
  return {
    is: 'paused',
    reason:
      `the Steeze contract is paused and takes signatures of ${signer}, while STEEZE_SIGNER_KEY is the key of ` +
      `${settings.signer}`,
  }
}

function faultsOfToken(
  settings: CheckedSettings,
  { name, setting, address }: CheckedContract,
  usdc: string | null | undefined,
): string[] {
  if (usdc === undefined || usdc === settings.usdc) return []
  if (usdc === null) {
    return [
      `${setting}: there is no ${name} contract at ${address} on ${settings.network.name}. Set the address of one.`,
    ]
  }
  return [
    `USDC_TOKEN: this is ${settings.usdc}, but the ${name} contract ${address} was made with ${usdc}. Set USDC_TOKEN ` +
      `to ${usdc}, or ${setting} to a contract made with ${settings.usdc}.`,
  ]
}

/** Returns the most reported value, if at least `needed` nodes report it and no other is as frequent. */
function decided<T extends string | number | boolean | null>(told: readonly T[], needed: number): T | undefined {
  const counted = [...Map.groupBy(told, (value) => value)]
    .map(([value, each]) => ({ value, count: each.length }))
    .sort((a, b) => b.count - a.count)
  const [first, second] = counted
  return first && first.count >= Math.max(1, needed) && first.count > (second?.count ?? 0) ? first.value : undefined
}

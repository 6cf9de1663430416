import type { Hex } from '../bytes.ts'
import type { Lab } from '../lab.ts'
import { shortAddress, usdcText } from '../words.ts'

/** What a wallet knows while it writes a prompt. */
export interface Asking {
  lab: Lab
  /** The learner's accounts with their names. */
  accounts: Readonly<Record<Hex, string>>
  /** Contracts with a name have published their source; names of people are not for wallets. */
  names: Readonly<Record<Hex, string>>
  units: Readonly<Record<Hex, string>>
  /** Texts that stand beside the prompt. */
  texts: readonly string[]
  isBlind: boolean
}

/** Formats an amount of a token. Names the contract of one that the wallet doesn't know. */
export function amountText({ lab, names, units }: Asking, token: Hex, value: bigint): string {
  const text = usdcText(value).replace('USDC', units[token] ?? (lab.tokens.has(token) ? 'USDC' : 'tokens'))
  return names[token] === undefined ? `${text} of the unknown contract ${shortAddress(token)}` : text
}

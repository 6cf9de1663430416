import { isAddress } from 'viem/utils'

interface RecipientFacts {
  own: string
  /** Contracts that keep what is sent to them. */
  contracts: readonly (string | null)[]
  /** `key`: the address is to sign, and gets nothing. */
  use?: 'send' | 'key'
}

/** The EVM's own addresses, the zero address included, hold what nobody can move. */
const RESERVED = /^0x0{36}[0-9a-f]{4}$/i

/** Returns what is wrong with the address that USDC is to go to, or that is to be a key, or null. */
export function recipientProblem(text: string, { own, contracts, use = 'send' }: RecipientFacts): string | null {
  const address = text.trim()
  if (!/^0x[0-9a-f]{40}$/i.test(address)) return 'Enter a whole address. It starts with 0x and has 40 more characters.'
  if (RESERVED.test(address))
    return use === 'key' ? 'Nobody owns this address.' : 'Nobody owns this address. USDC sent there is lost.'
  const digits = address.slice(2)
  // An address in one case carries no checksum.
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (hasChecksum && !isAddress(address)) return 'This address has a typo. Copy it again.'
  const lower = address.toLowerCase()
  if (lower === own.toLowerCase()) return 'This is your own address.'
  if (contracts.some((contract) => contract?.toLowerCase() === lower)) {
    return use === 'key'
      ? 'This is a contract, which signs nothing. Enter the address of a wallet.'
      : 'This is a contract, which would keep your USDC. Enter the address of a wallet.'
  }
  return null
}

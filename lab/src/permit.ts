import { type Hex, keccak, keccakText, word } from './bytes.ts'

/** Consent to spend, given by signature (EIP-2612). The value is in smallest units, the deadline in Unix seconds. */
export interface Permit {
  owner: Hex
  spender: Hex
  value: bigint
  nonce: bigint
  deadline: bigint
}

const TYPE = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'

export const permitDigest = (domain: bigint, { owner, spender, value, nonce, deadline }: Permit): Uint8Array =>
  typedDigest(domain, TYPE, [owner, spender, value, nonce, deadline].map(word))

/** Returns the digest of typed data of one level (EIP-712). */
export const typedDigest = (domain: bigint, type: string, values: readonly Uint8Array[]): Uint8Array =>
  keccak(Uint8Array.of(0x19, 0x01), word(domain), keccak(keccakText(type), ...values))

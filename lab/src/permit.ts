import { type Hex, keccak, keccakText, word } from './bytes.ts'

/** Consent to spend, given by signature (EIP-2612). The value is in smallest units, the deadline in Unix seconds. */
export interface Permit {
  owner: Hex
  spender: Hex
  value: bigint
  nonce: bigint
  deadline: bigint
}

const TYPE = keccakText('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)')

export function permitDigest(domain: bigint, { owner, spender, value, nonce, deadline }: Permit): Uint8Array {
  const struct = keccak(TYPE, word(owner), word(spender), word(value), word(nonce), word(deadline))
  return keccak(Uint8Array.of(0x19, 0x01), word(domain), struct)
}

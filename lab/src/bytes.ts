import { bytesToBigInt, bytesToHex, concatBytes, hexToBytes, privateToAddress, utf8ToBytes } from '@ethereumjs/util'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

export type Hex = `0x${string}`

export const keccak = (...parts: Uint8Array[]): Uint8Array => keccak_256(concatBytes(...parts))
export const keccakText = (text: string): Uint8Array => keccak(utf8ToBytes(text))
export const word = (value: bigint | Hex): Uint8Array => hexToBytes(wordHex(value))
export const wordHex = (value: bigint | Hex): Hex => `0x${BigInt(value).toString(16).padStart(64, '0')}`
export const addressOfKey = (key: Uint8Array): Hex => bytesToHex(privateToAddress(key))

/** Returns an address with the capitals of its checksum (EIP-55). */
export function checksumAddress(address: Hex): Hex {
  const digits = address.slice(2).toLowerCase()
  const sums = bytesToHex(keccakText(digits)).slice(2)
  return `0x${[...digits].map((digit, at) => (Number.parseInt(sums[at] as string, 16) > 7 ? digit.toUpperCase() : digit)).join('')}`
}

/** Writes every whole address of a text with its checksum. */
export const withChecksums = (text: string): string =>
  text.replace(/(?<![\da-fx])0x[\da-f]{40}(?![\da-f])/g, (address) => checksumAddress(address as Hex))

/** Returns the calldata of a call with arguments of fixed size: `encode('transfer(address,uint256)', to, 5n)`. */
export const encode = (signature: string, ...args: (bigint | Hex)[]): Uint8Array =>
  concatBytes(keccakText(signature).slice(0, 4), ...args.map(word))

export interface Signature {
  yParity: bigint
  r: bigint
  s: bigint
}

/** Deterministic (RFC 6979) with a low `s`, so page and server produce the same signature. */
export function sign(digest: Uint8Array, key: Uint8Array): Signature {
  const bytes = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
  return { yParity: BigInt(bytes[0] ?? 0), r: bytesToBigInt(bytes.slice(1, 33)), s: bytesToBigInt(bytes.slice(33)) }
}

export function signerOf(digest: Uint8Array, { yParity, r, s }: Signature): Hex | undefined {
  try {
    const signature = new secp256k1.Signature(r, s, Number(yParity))
    if (signature.hasHighS()) return undefined
    const publicKey = signature.recoverPublicKey(digest).toBytes(false)
    return bytesToHex(keccak(publicKey.slice(1)).slice(12))
  } catch {
    return undefined
  }
}

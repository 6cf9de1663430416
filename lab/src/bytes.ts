import { bytesToBigInt, bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@ethereumjs/util'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

export type Hex = `0x${string}`

export const keccak = (...parts: Uint8Array[]): Uint8Array => keccak_256(concatBytes(...parts))
export const keccakText = (text: string): Uint8Array => keccak(utf8ToBytes(text))
export const word = (value: bigint | Hex): Uint8Array => hexToBytes(wordHex(value))
export const wordHex = (value: bigint | Hex): Hex => `0x${BigInt(value).toString(16).padStart(64, '0')}`
/** Not in constant time, since a lab's keys are derived from a public seed. */
export function addressOfKey(key: Uint8Array): Hex {
  const point = secp256k1.Point.BASE.multiplyUnsafe(bytesToBigInt(key))
  return bytesToHex(keccak(point.toBytes(false).slice(1)).slice(12))
}

/** Returns an address with the capitals of its checksum (EIP-55). */
export function checksumAddress(address: Hex): Hex {
  const digits = address.slice(2).toLowerCase()
  const sums = bytesToHex(keccakText(digits)).slice(2)
  return `0x${[...digits].map((digit, at) => (Number.parseInt(sums[at] as string, 16) > 7 ? digit.toUpperCase() : digit)).join('')}`
}

/** Writes every whole address of a text with its checksum. */
export const withChecksums = (text: string): string =>
  text.replace(/(?<![\da-fx])0x[\da-f]{40}(?![\da-f])/g, (address) => checksumAddress(address as Hex))

const selectors = new Map<string, Uint8Array>()
const signatures = new Map<Hex, string>()

/** Returns the first four bytes of the hash of a function's signature. */
export function selectorOf(signature: string): Uint8Array {
  const known = selectors.get(signature)
  if (known) return known
  const selector = keccakText(signature).slice(0, 4)
  selectors.set(signature, selector)
  signatures.set(bytesToHex(selector), signature)
  return selector
}

/** Returns the signature of the function that calldata calls, if any calldata was encoded with it before. */
export const signatureOf = (data: Uint8Array): string | undefined => signatures.get(bytesToHex(data.slice(0, 4)))

/** Returns the calldata of a call with arguments of fixed size: `encode('transfer(address,uint256)', to, 5n)`. */
export const encode = (signature: string, ...args: (bigint | Hex)[]): Uint8Array =>
  concatBytes(selectorOf(signature), ...args.map(word))

/** Returns the arguments of calldata, each as a word. */
export const argumentsOf = (data: Uint8Array): bigint[] =>
  Array.from({ length: Math.floor((data.length - 4) / 32) }, (_, at) =>
    bytesToBigInt(data.slice(4 + at * 32, 36 + at * 32)),
  )

export const addressOf = (value: bigint): Hex => `0x${value.toString(16).padStart(40, '0').slice(-40)}`

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

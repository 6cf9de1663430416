import type { Hex } from 'viem'
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  hashStruct,
  keccak256,
  numberToHex,
  size,
  stringToHex,
} from 'viem/utils'
import { auraAccountAbi, auraAccountFactoryAbi, usdcAbi } from '../generated/abi.ts'
import type { SignedData } from './authorization.ts'

/** A passkey (what checks it, x and y of its P-256 key: 84 bytes) or a wallet's address (20 bytes). */
export type AccountKey = Hex

/** Returns the key of a passkey that the accounts of this factory check. */
export const passkeyOf = (factory: Hex, { x, y }: { x: Hex; y: Hex }): AccountKey =>
  concatHex([implementationOf(factory), x, y])

/** Returns what names a key in the calls and events of its account. */
export const keyId = (key: AccountKey): Hex => keccak256(key)

/** Returns the contract that all accounts are clones of, and that checks passkeys: the only one that the factory made. */
export const implementationOf = (factory: Hex): Hex => lower(getContractAddress({ from: factory, nonce: 1n }))

/** Returns the code of every account of the factory (ERC-1167). */
export const accountCode = (factory: Hex): Hex =>
  concatHex(['0x363d3d373d3d3d363d73', implementationOf(factory), '0x5af43d82803e903d91602b57fd5bf3'])

/** Returns the address of the account of a first key, in lower case, which is known before it is made. */
export const accountAddress = (factory: Hex, firstKey: AccountKey): Hex =>
  lower(
    getContractAddress({
      opcode: 'CREATE2',
      from: factory,
      salt: keyId(firstKey),
      bytecode: concatHex(['0x3d602d80600a3d3981f3', accountCode(factory)]),
    }),
  )

const lower = (address: Hex) => address.toLowerCase() as Hex

/** An account's network and address. */
export interface AccountPlace {
  chainId: number
  account: Hex
}

export interface AccountCall {
  to: Hex
  value: bigint
  data: Hex
}

const callOf = (to: Hex, data: Hex): AccountCall => ({ to, value: 0n, data })

/** Returns the call by which an account sends USDC. */
export const sendingUsdc = (usdc: Hex, { to, micros }: { to: Hex; micros: bigint }): AccountCall =>
  callOf(usdc, encodeFunctionData({ abi: usdcAbi, functionName: 'transfer', args: [to, micros] }))

/** Returns the call by which an account adds a key. */
export const addingKey = (account: Hex, key: AccountKey): AccountCall =>
  callOf(account, encodeFunctionData({ abi: auraAccountAbi, functionName: 'addKey', args: [key] }))

/** Returns the call by which an account begins to remove a key, which signs for 48 more hours. */
export const removingKey = (account: Hex, id: Hex): AccountCall =>
  callOf(account, encodeFunctionData({ abi: auraAccountAbi, functionName: 'removeKey', args: [id] }))

/** Returns the call by which an account stops the removal of a key. */
export const keepingKey = (account: Hex, id: Hex): AccountCall =>
  callOf(account, encodeFunctionData({ abi: auraAccountAbi, functionName: 'keepKey', args: [id] }))

const domainOf = ({ chainId, account }: AccountPlace) => ({
  name: 'AuraAccount',
  version: '1',
  chainId,
  verifyingContract: account,
})

export interface SignedCalls {
  calls: readonly AccountCall[]
  /** A number that the account hasn't used; numbers need no order. */
  nonce: bigint
  /** Unix time in seconds at which the calls last count. */
  deadline: number
}

const accountCalls = (place: AccountPlace, { calls, nonce, deadline }: SignedCalls): SignedData => ({
  domain: domainOf(place),
  types: {
    Calls: [
      { name: 'calls', type: 'Call[]' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
    Call: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
    ],
  },
  primaryType: 'Calls',
  message: { calls, nonce, deadline: BigInt(deadline) },
})

/** Returns the call of the account that makes what was signed. */
export const executeData = ({ calls, nonce, deadline }: SignedCalls, signature: Hex): Hex =>
  encodeFunctionData({
    abi: auraAccountAbi,
    functionName: 'execute',
    args: [calls, nonce, BigInt(deadline), signature],
  })

/** A transaction that anybody may send. */
export interface HandedIn {
  to: Hex
  data: Hex
}

/** Returns the call of the factory that makes the account of `firstKey`, if it isn't there, and then calls `target`. */
export const createAndCallData = (firstKey: AccountKey, target: Hex, data: Hex): Hex =>
  encodeFunctionData({
    abi: auraAccountFactoryAbi,
    functionName: 'createAndCall',
    args: [firstKey, target, data],
  })

/**
 * Returns the transaction in which the account makes the signed calls. With `creation` it goes to the factory, which makes
 * the account first if it isn't there.
 */
export function handingIn(
  account: Hex,
  creation: { factory: Hex; firstKey: AccountKey } | null,
  signed: SignedCalls,
  signature: Hex,
): HandedIn {
  const data = executeData(signed, signature)
  if (creation === null) return { to: account, data }
  return { to: creation.factory, data: createAndCallData(creation.firstKey, account, data) }
}

/** Typed data that a key signs, and the function that makes the account's signature of the key's. */
export interface KeysTask {
  toSign: SignedData
  signatureOf(keySignature: Hex): Hex
}

/** Returns what a key signs so that its account makes the calls that `execute` takes. */
export const callsByKey = (place: AccountPlace, key: AccountKey, calls: SignedCalls): KeysTask => ({
  toSign: accountCalls(place, calls),
  signatureOf: (keySignature) => accountSignature(key, keySignature),
})

/**
 * Returns what a key signs so that its account has signed `data`, which another contract checks, such as USDC (ERC-7739). A
 * wallet shows its person what they sign, so it signs typed data. A passkey shows nothing, so it signs the shorter form of
 * a message, which takes 12,800 gas less. `data` has one struct.
 */
export const paymentByKey = (place: AccountPlace, key: AccountKey, data: SignedData): KeysTask =>
  size(key) === WALLET_BYTES
    ? {
        toSign: nested(place, data),
        signatureOf: (keySignature) => concatHex([accountSignature(key, keySignature), contentsOf(data)]),
      }
    : {
        toSign: asMessage(place, data),
        signatureOf: (keySignature) => accountSignature(key, keySignature),
      }

const WALLET_BYTES = 20

const nested = (place: AccountPlace, { domain, types, primaryType, message }: SignedData): SignedData => ({
  domain,
  types: {
    TypedDataSign: [
      { name: 'contents', type: primaryType },
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
      { name: 'salt', type: 'bytes32' },
    ],
    ...types,
  },
  primaryType: 'TypedDataSign',
  message: { contents: message, ...domainOf(place), salt: numberToHex(0, { size: 32 }) },
})

const DOMAIN = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
}

/** A key's length, the key and its signature. */
const accountSignature = (key: AccountKey, keySignature: Hex): Hex =>
  concatHex([numberToHex(size(key), { size: 1 }), key, keySignature])

const asMessage = (place: AccountPlace, { domain, types, primaryType, message }: SignedData): SignedData => ({
  domain: domainOf(place),
  types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
  primaryType: 'PersonalSign',
  message: {
    prefixed: concatHex(['0x1901', domainSeparator(domain), hashStruct({ data: message, primaryType, types })]),
  },
})

/** Returns what follows a nested signature: the other contract, what was signed for it, and the type of that. */
function contentsOf({ domain, types, primaryType, message }: SignedData): Hex {
  const fields = (types[primaryType] ?? []).map(({ name, type }) => `${type} ${name}`).join(',')
  const described = stringToHex(`${primaryType}(${fields})`)
  return concatHex([
    domainSeparator(domain),
    hashStruct({ data: message, primaryType, types }),
    described,
    numberToHex(size(described), { size: 2 }),
  ])
}

const domainSeparator = (domain: SignedData['domain']): Hex =>
  hashStruct({ data: { ...domain }, primaryType: 'EIP712Domain', types: DOMAIN })

/** Bytes of an `AuthenticatorAssertionResponse`, as a browser returns it for a passkey. */
export interface Assertion {
  authenticatorData: Uint8Array
  clientDataJSON: Uint8Array
  /** Two numbers in DER. */
  signature: Uint8Array
}

const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * Returns a passkey's signature as the contract takes it, in its low form. The challenge was the 32 bytes of
 * `hashTypedData`, and the device was asked to verify the person. Throws if it isn't an assertion.
 */
export function passkeySignature({ authenticatorData, clientDataJSON, signature }: Assertion): Hex {
  // A character for each byte, since the contract counts bytes.
  const clientData = new TextDecoder('latin1').decode(clientDataJSON)
  const indexOf = (name: string): bigint => {
    const index = clientData.indexOf(`"${name}":"`)
    if (index < 0) throw new Error(`the client data has no ${name}`)
    return BigInt(index)
  }
  const [r, s] = numbersOf(signature)
  return encodeAbiParameters(
    [
      { type: 'bytes32' },
      { type: 'bytes32' },
      { type: 'uint256' },
      { type: 'uint256' },
      { type: 'bytes' },
      { type: 'bytes' },
    ],
    [
      numberToHex(r, { size: 32 }),
      numberToHex(s > P256_ORDER / 2n ? P256_ORDER - s : s, { size: 32 }),
      indexOf('challenge'),
      indexOf('type'),
      hexOf(authenticatorData),
      hexOf(clientDataJSON),
    ],
  )
}

const hexOf = (bytes: Uint8Array): Hex =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Reads `SEQUENCE { INTEGER, INTEGER }` in DER, each below 2^256. */
function numbersOf(der: Uint8Array): [bigint, bigint] {
  const integerAt = (at: number): [value: bigint, end: number] => {
    const length = der[at + 1] ?? 0
    const end = at + 2 + length
    if (der[at] !== 0x02 || length < 1 || length > 33 || end > der.length) throw new Error('no signature in DER')
    return [BigInt(hexOf(der.subarray(at + 2, end))), end]
  }
  if (der[0] !== 0x30 || der[1] !== der.length - 2) throw new Error('no signature in DER')
  const [r, afterR] = integerAt(2)
  const [s, end] = integerAt(afterR)
  if (end !== der.length) throw new Error('no signature in DER')
  return [r, s]
}

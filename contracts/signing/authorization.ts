import type { Hex } from 'viem'
import { encodeAbiParameters, keccak256, stringToHex } from 'viem/utils'

/** What is signed as typed data (EIP-712). viem's `hashTypedData` and `serializeTypedData` take it. */
export interface SignedData {
  domain: { name: string; version: string; chainId: number; verifyingContract: Hex }
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

/** USDC as it names itself on its network: `USD Coin` on Base, `USDC` on Base Sepolia. */
export interface Token {
  chainId: number
  address: Hex
  name: string
  version: string
}

interface Authorization {
  from: Hex
  /** Unix time in seconds at which it no longer counts. */
  validBefore: number
  /** 32 random bytes. */
  salt: Hex
}

const RECEIVE = {
  ReceiveWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
}

/** Returns what `from` signs to vouch for `target` through the contract `vouch` (EIP-3009). */
export const vouchAuthorization = (
  token: Token,
  { vouch, target, micros, ...signed }: Authorization & { vouch: Hex; target: Hex; micros: bigint },
): SignedData => receiveAuthorization(token, { ...signed, to: vouch, micros, nonce: vouchNonce(target, signed.salt) })

/** Returns what `from` signs to buy Steeze from the contract `steeze` (EIP-3009). */
export const purchaseAuthorization = (
  token: Token,
  { steeze, micros, ...signed }: Authorization & { steeze: Hex; micros: bigint },
): SignedData =>
  receiveAuthorization(token, { ...signed, to: steeze, micros, nonce: purchaseNonce(signed.from, signed.salt) })

/** Returns `authorizationNonce` of AuraVouch. */
export const vouchNonce = (target: Hex, salt: Hex): Hex =>
  nonceOf('AuraVouch.vouch(address target,bytes32 salt)', target, salt)

/** Returns `authorizationNonce` of SteezeStack. */
export const purchaseNonce = (buyer: Hex, salt: Hex): Hex =>
  nonceOf('SteezeStack.buySteeze(address buyer,bytes32 salt)', buyer, salt)

const nonceOf = (purpose: string, address: Hex, salt: Hex): Hex =>
  keccak256(
    encodeAbiParameters(
      [{ type: 'bytes32' }, { type: 'address' }, { type: 'bytes32' }],
      [keccak256(stringToHex(purpose)), address, salt],
    ),
  )

const receiveAuthorization = (
  { chainId, address, name, version }: Token,
  { from, to, micros, validBefore, nonce }: Omit<Authorization, 'salt'> & { to: Hex; micros: bigint; nonce: Hex },
): SignedData => ({
  domain: { name, version, chainId, verifyingContract: address },
  types: RECEIVE,
  primaryType: 'ReceiveWithAuthorization',
  message: { from, to, value: micros, validAfter: 0n, validBefore: BigInt(validBefore), nonce },
})

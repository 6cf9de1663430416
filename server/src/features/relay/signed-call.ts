import type { RelayedAccountCall, RelayedPayment } from '@aura/api/calls/relay'
import { MICROS_PER_USDC, STEEZE_PRICE_MICROS } from '@aura/api/money'
import { auraVouchAbi, steezeStackAbi } from '@aura/contracts/abi'
import {
  type AccountCall,
  addingKey,
  createAndCallData,
  executeData,
  keepingKey,
  removingKey,
  sendingUsdc,
} from '@aura/contracts/signing/account'
import { encodeFunctionData, type Hex } from 'viem'
import type { ContractAddresses } from '#platform/chain/chain'

export interface SignedCall {
  /** Names what was signed, so that it is sent once. */
  intent: string
  target: string
  data: Hex
  /** Unix time in seconds until which it counts. */
  until: number
}

/** What payments are counted by. */
export type RelayPurpose = 'vouch' | 'buy' | 'withdraw' | 'send' | 'keys'

export const purposeOf = (payment: RelayedPayment): RelayPurpose => {
  if (payment.purpose !== 'execute') return payment.purpose
  return payment.call.kind === 'send-usdc' ? 'send' : 'keys'
}

/**
 * Returns the call that hands in what `wallet` signed, or for a withdrawal what was signed for it. With the first key of
 * an account it goes through the factory, which makes the account if it is not there.
 */
export function signedCall(
  payment: RelayedPayment,
  {
    chainId,
    contracts,
    accountFactory,
    wallet,
    vouchTarget,
  }: {
    chainId: number
    contracts: ContractAddresses
    accountFactory: string | null
    wallet: string
    /** Wallet of the person who is vouched for. */
    vouchTarget: string | undefined
  },
): SignedCall {
  const call = directCall(payment, contracts, wallet as Hex, vouchTarget as Hex)
  const intent = [chainId, call.target, wallet, ...call.parts].join('/').toLowerCase()
  const { accountKey } = payment
  if (accountKey === undefined || accountFactory === null) return { ...call, intent }
  const data = createAndCallData(accountKey as Hex, call.target as Hex, call.data)
  return { intent, target: accountFactory, data, until: call.until }
}

function directCall(payment: RelayedPayment, contracts: ContractAddresses, wallet: Hex, vouchTarget: Hex) {
  const { vouch, steeze } = contracts
  const signature = payment.signature as Hex
  switch (payment.purpose) {
    case 'vouch': {
      const { usdc, validBefore, salt } = payment
      const micros = BigInt(usdc) * BigInt(MICROS_PER_USDC)
      const args = [wallet, vouchTarget, micros, BigInt(validBefore), salt as Hex, signature] as const
      const data = encodeFunctionData({ abi: auraVouchAbi, functionName: 'vouchWithAuthorization', args })
      return { target: vouch, data, until: validBefore, parts: ['vouch', vouchTarget, salt] }
    }
    case 'buy': {
      const { steeze: amount, validBefore, salt } = payment
      const micros = BigInt(amount) * BigInt(STEEZE_PRICE_MICROS)
      const args = [wallet, micros, BigInt(validBefore), salt as Hex, signature] as const
      const data = encodeFunctionData({ abi: steezeStackAbi, functionName: 'buySteezeWithAuthorization', args })
      return { target: steeze, data, until: validBefore, parts: ['buy', salt] }
    }
    case 'withdraw': {
      const { limit, deadline } = payment
      const args = [wallet, BigInt(limit), BigInt(deadline), signature] as const
      const data = encodeFunctionData({ abi: steezeStackAbi, functionName: 'withdrawSteezeFor', args })
      return { target: steeze, data, until: deadline, parts: ['withdraw', limit, deadline] }
    }
    case 'execute': {
      const { nonce, deadline } = payment
      const calls = [accountCall(payment.call, contracts, wallet)]
      const data = executeData({ calls, nonce: BigInt(nonce), deadline }, signature)
      return { target: wallet, data, until: deadline, parts: ['execute', nonce] }
    }
  }
}

/** Returns the call that the person signed, which is made here, so that it can be none but these. */
function accountCall(call: RelayedAccountCall, { usdc }: ContractAddresses, account: Hex): AccountCall {
  switch (call.kind) {
    case 'send-usdc':
      return sendingUsdc(usdc as Hex, { to: call.to as Hex, micros: BigInt(call.usdcMicros) })
    case 'add-key':
      return addingKey(account, call.key as Hex)
    case 'remove-key':
      return removingKey(account, call.keyId as Hex)
    case 'keep-key':
      return keepingKey(account, call.keyId as Hex)
  }
}

import type { RelayedPayment } from '@aura/api/calls/relay'
import { MICROS_PER_USDC, STEEZE_PRICE_MICROS } from '@aura/api/money'
import { auraAccountFactoryAbi, auraVouchAbi, steezeStackAbi } from '@aura/contracts/abi'
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
  const args = [accountKey as Hex, call.target as Hex, call.data] as const
  const data = encodeFunctionData({ abi: auraAccountFactoryAbi, functionName: 'createAndCall', args })
  return { intent, target: accountFactory, data, until: call.until }
}

function directCall(payment: RelayedPayment, { vouch, steeze }: ContractAddresses, wallet: Hex, vouchTarget: Hex) {
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
  }
}

import { ApiError, errorCode } from '#lib/api-error'
import { ChainFailure, type ChainFailureReason } from '#lib/chain/chain-failure'
import type { ContractTexts } from '#lib/chain/contract-texts'
import { explainRevert } from '#lib/chain/explain-revert'
import { type ErrorText, OFFLINE_HINT } from '#lib/error-text'
import { PasskeyError, passkeyErrorText } from '#lib/passkey/passkey-error'
import { DECLINED } from '#lib/wallet/wallet-error-text'
import { withHint } from '../ui/forms/field-texts.ts'
import { unavailableText } from './relayed/unavailable.ts'

interface Facts {
  networkName: string
  contract?: ContractTexts
}

/** Reasons that may hide a contract's own error. */
const BY_CHAIN: readonly ChainFailureReason[] = ['REVERTED', 'NOT_ENOUGH_GAS', 'UNREACHABLE', 'FAILED']

/** Returns a failed payment's text: the cause, and that no money moved if certain; else `fallback`. */
export function moneyErrorText(error: unknown, fallback: ErrorText, facts: Facts): ErrorText {
  if (error instanceof ChainFailure) return { ...fallback, ...chainText(error, fallback, facts) }
  if (error instanceof PasskeyError) return passkeyErrorText(error)
  if (errorCode(error) === 'RELAY_UNAVAILABLE') {
    return { ...fallback, description: `${unavailableText(error)} No money moved. Try again later.` }
  }
  if (error instanceof ApiError && error.serverMessage && error.code !== 'INTERNAL')
    return { ...fallback, description: error.serverMessage }
  if (errorCode(error) === 'OFFLINE') {
    return { ...fallback, description: withHint(fallback.description, OFFLINE_HINT) }
  }
  return fallback
}

function chainText(failure: ChainFailure, fallback: ErrorText, { networkName, contract }: Facts): Partial<ErrorText> {
  const explained = contract && BY_CHAIN.includes(failure.reason) ? explainRevert(failure.cause, contract) : null
  if (explained !== null) return { description: explained }
  switch (failure.reason) {
    case 'REJECTED':
      return { title: DECLINED, description: 'No money moved.' }
    case 'PENDING_REQUEST':
      return { description: 'Your wallet already has an open request. Answer that one first.' }
    case 'LOCKED':
      return { description: 'Please connect your wallet first' }
    case 'WRONG_ACCOUNT':
      return { description: failure.explanation ?? 'Please connect the wallet associated with your account' }
    case 'WRONG_NETWORK':
      return { title: 'Network Required', description: `Please switch to ${networkName} to continue` }
    case 'SWITCH_REJECTED':
      return { title: 'Network Switch Cancelled', description: `Please switch to ${networkName} to continue` }
    case 'SWITCH_FAILED':
      return {
        title: 'Network Switch Failed',
        description: statedReason(failure) ?? `Please switch to ${networkName} to continue`,
      }
    case 'ADD_FAILED':
      return {
        title: 'Network Add Failed',
        description: statedReason(failure) ?? `Your wallet couldn’t add ${networkName}.`,
      }
    case 'NOT_ENOUGH_USDC':
      return { title: 'Insufficient Balance', description: 'You don’t have enough USDC in your wallet.' }
    case 'NOT_ENOUGH_GAS':
      return { description: `You don’t have enough ETH for the ${networkName} network fee.` }
    case 'UNREACHABLE':
      return { description: `${networkName} isn’t responding. No money moved. Try again shortly.` }
    case 'UNHEARD':
      if (failure.explanation !== null) return { description: failure.explanation }
      return {
        title: 'Check Your Wallet',
        description: 'Your wallet didn’t say whether it sent this. Look at its activity before you try again.',
      }
    case 'REVERTED':
      return { description: failure.explanation ?? 'The network would refuse this transaction. No money moved.' }
    case 'FAILED':
      return { description: statedReason(failure) ?? fallback.description }
  }
}

/** Returns the wallet's own message if it is a sentence rather than a dump of data. */
function statedReason({ message, reason }: ChainFailure): string | null {
  return message !== reason && message.length > 0 && message.length <= 200 ? message : null
}

import type { ErrorText } from '../error-text.ts'
import { WalletError } from './wallet-error.ts'

/** Title of every refusal by the person, which is no failure. */
export const DECLINED = 'You declined in your wallet'

export function walletErrorText({ reason, message }: WalletError): ErrorText {
  switch (reason) {
    case 'NOT_FOUND':
      return { title: 'Wallet Not Found', description: 'Please install MetaMask or another Web3 wallet to continue.' }
    case 'NOT_FOUND_FOR_FEATURE':
      return { title: 'MetaMask Required', description: 'Please install MetaMask to use this feature' }
    case 'NOT_FOUND_MOBILE':
      return {
        title: 'Mobile Wallet Required',
        description: 'Please use a mobile wallet app or browser with wallet support.',
      }
    case 'CONNECT_MOBILE':
      return { title: 'Connection Failed', description: message }
    case 'ACCOUNT_CHANGED':
      return {
        title: 'Authentication Failed',
        description: 'You switched accounts in your wallet, so we didn’t sign you in. Choose the wallet again.',
      }
    case 'SIGN_REJECTED':
      return { title: DECLINED, description: 'Nothing was signed. Choose the wallet again when you are ready.' }
    case 'SIGN_FAILED':
      return { title: 'Authentication Failed', description: 'Failed to authenticate wallet. Please try again.' }
    case 'CONNECT_REJECTED':
      return { title: DECLINED, description: 'Nothing was connected. Choose the wallet again when you are ready.' }
    case 'CONNECT_CANCELLED':
    case 'CONNECT_PENDING':
    case 'CONNECT_FAILED':
      return { title: 'Connection Failed', description: 'Failed to connect wallet. Please try again.' }
  }
}

/** Returns advice to show beside the fixed text, or null. */
export function walletHint(error: unknown): string | null {
  const isPending = error instanceof WalletError && error.reason === 'CONNECT_PENDING'
  return isPending ? 'Your wallet already has an open request. Answer that one first.' : null
}

import { isMobile } from '#lib/wallet/mobile'
import { WalletError } from '#lib/wallet/wallet-error'
import { walletErrorText } from '#lib/wallet/wallet-error-text'
import { Notice } from '#ui/feedback/notice'

/** Says that the browser has no wallet: `to` sign in, or to use a feature that the account's wallet has to sign. */
export function NoWallet({ to }: { to: 'sign-in' | 'use-feature' }) {
  const missing = to === 'sign-in' ? 'NOT_FOUND' : 'NOT_FOUND_FOR_FEATURE'
  const text = walletErrorText(new WalletError(isMobile(navigator.userAgent) ? 'NOT_FOUND_MOBILE' : missing))
  return (
    <Notice tone="warn" title={text.title}>
      {text.description}
    </Notice>
  )
}

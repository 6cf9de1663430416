import { isMobile } from '#lib/wallet/mobile'
import { WalletError } from '#lib/wallet/wallet-error'
import { walletErrorText } from '#lib/wallet/wallet-error-text'
import { Notice } from '#ui/feedback/notice'

export function NoWallet() {
  const text = walletErrorText(new WalletError(isMobile(navigator.userAgent) ? 'NOT_FOUND_MOBILE' : 'NOT_FOUND'))
  return (
    <Notice tone="warn" title={text.title}>
      {text.description}
    </Notice>
  )
}

import { ChevronRight, Wallet } from 'lucide-react'
import { isMobile, walletApps } from '#lib/wallet/mobile'
import { WalletError } from '#lib/wallet/wallet-error'
import { walletErrorText } from '#lib/wallet/wallet-error-text'
import { Notice } from '#ui/notice'

/** What stands in the list's place when the browser has no wallet. */
export function NoWallet() {
  const mobile = isMobile(navigator.userAgent)
  const text = walletErrorText(new WalletError(mobile ? 'NOT_FOUND_MOBILE' : 'NOT_FOUND'))
  return (
    <>
      <Notice tone="warn" title={text.title}>
        {text.description}
      </Notice>
      {mobile && (
        <ul className="mt-3 divide-y divide-line">
          {walletApps(location.href).map((app) => (
            <li key={app.name}>
              <a className="flex h-14 items-center gap-3.5 font-semibold" href={app.url} rel="noreferrer">
                <span className="grid size-9 place-items-center rounded-md bg-bg-2">
                  <Wallet size={20} strokeWidth={1.75} aria-hidden="true" />
                </span>
                Open in {app.name}
                <ChevronRight className="mr-1 ml-auto text-ink-3" size={18} strokeWidth={1.75} aria-hidden="true" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

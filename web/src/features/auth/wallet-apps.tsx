import { ChevronRight, CircleDot, type LucideIcon, Shield, Wallet } from 'lucide-react'
import { type WalletApp, walletApps } from '#lib/wallet/mobile'
import { paths, safeNext } from '#paths'

const ICONS: Record<WalletApp, LucideIcon> = { MetaMask: Wallet, 'Trust Wallet': Shield, 'Coinbase Wallet': CircleDot }

export function WalletApps() {
  const next = safeNext(new URLSearchParams(location.search).get('next'), location.origin)
  const page = new URL(paths.join(next ?? paths.home), location.origin)
  return (
    <ul className="divide-y divide-line">
      {walletApps(page.href).map(({ name, url }) => {
        const Icon = ICONS[name]
        return (
          <li key={name}>
            <a className="flex h-14 items-center gap-3.5 font-semibold" href={url} rel="noreferrer">
              <span className="grid size-9 place-items-center rounded-md bg-bg-2">
                <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
              </span>
              Open in {name}
              <ChevronRight className="mr-1 ml-auto text-ink-3" size={18} strokeWidth={1.75} aria-hidden="true" />
            </a>
          </li>
        )
      })}
    </ul>
  )
}

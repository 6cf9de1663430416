import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import type { DemoAccount } from './accounts.ts'
import styles from './demo-wallet.module.css'
import { openPurse } from './prompts.tsx'
import type { PurseDeps } from './purse-window.tsx'

interface WalletOnPage {
  current(): DemoAccount | null
  switchTo(to: DemoAccount): void
  on(event: string, listener: (value: unknown) => void): void
  removeListener(event: string, listener: (value: unknown) => void): void
}

export function showWalletButton(wallet: WalletOnPage, deps: Omit<PurseDeps, 'onSwitch'>): void {
  const host = document.body.appendChild(document.createElement('div'))
  createRoot(host).render(<WalletButton wallet={wallet} deps={{ ...deps, onSwitch: wallet.switchTo }} />)
}

function WalletButton({ wallet, deps }: { wallet: WalletOnPage; deps: PurseDeps }) {
  const account = useSyncExternalStore(
    (changed) => {
      wallet.on('accountsChanged', changed)
      return () => wallet.removeListener('accountsChanged', changed)
    },
    () => wallet.current(),
  )
  if (!account) return null
  return (
    <aside aria-label="Aura Demo Wallet">
      <button
        type="button"
        className={styles.button}
        aria-label={`Test money of ${account.name}`}
        title={`Test money of ${account.name}`}
        onClick={() => void openPurse(account, deps)}
      >
        <svg viewBox="0 0 36 36" aria-hidden="true">
          <rect x="7" y="11" width="22" height="15" rx="2.5" />
          <circle cx="24" cy="18.5" r="2" />
        </svg>
      </button>
    </aside>
  )
}

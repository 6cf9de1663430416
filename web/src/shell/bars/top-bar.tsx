import { shortAddress } from '@aura/api/ids'
import { formatUsdc } from '@aura/api/money'
import { Menu as MenuIcon, Wallet } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Logo } from '#aura/logo.tsx'
import { PersonRing } from '#aura/person-ring.tsx'
import { LinkWalletDialog, useCurrentUser } from '#features/auth'
import { NotificationBell } from '#features/notifications'
import { WalletDialog } from '#features/wallet'
import { paths } from '#paths'
import { useUsdcBalance } from '#payments/use-usdc-balance.ts'
import { Button } from '#ui/forms/button'
import { IconButton } from '#ui/forms/icon-button'
import { lateDialog } from '#ui/overlay/late-dialog'
import { destinations } from '../../features.ts'
import { AccountMenu } from './account-menu.tsx'
import { isActive } from './navigation.ts'
import { SkipLink } from './skip-link.tsx'
import styles from './top-bar.module.css'

// Loaded late: with the dialogs it is a third of a page's code, and most visits never open it.
const MenuSheet = lateDialog(async () => ({ default: (await import('./menu-sheet.tsx')).MenuSheet }))

export function TopBar() {
  const user = useCurrentUser()
  const [location] = useLocation()
  const [menuOpen, setMenuOpen] = useState(false)
  const [isLinking, setLinking] = useState(false)
  const linkWallet = () => setLinking(true)
  // Other wallets have an app of their own that shows it.
  const balance = useUsdcBalance(user.passkeyWallet?.status === 'bound' ? user.walletAddress : null)
  const [isWalletOpen, setWalletOpen] = useState(false)
  return (
    <header className={styles.bar} data-chrome>
      <SkipLink />
      <div className={`page ${styles.in}`}>
        <Link href={paths.home} aria-label="Aura, home">
          <Logo />
        </Link>
        <nav className={styles.nav} aria-label="Main">
          {destinations.map((to) =>
            to.inBar ? (
              <Link key={to.path} href={to.path} aria-current={isActive(to, location) ? 'page' : undefined}>
                {to.name}
              </Link>
            ) : null,
          )}
        </nav>
        <div className="ml-auto flex items-center gap-3">
          {!user.walletAddress && (
            <Button className={styles.connect ?? ''} kind="secondary" size={40} onClick={linkWallet}>
              Connect Wallet
            </Button>
          )}
          {user.walletAddress && (
            <button
              type="button"
              className={styles.chip}
              title={user.walletAddress}
              aria-haspopup="dialog"
              onPointerEnter={() => void WalletDialog.preload()}
              onClick={() => setWalletOpen(true)}
            >
              <Wallet size={16} strokeWidth={1.75} aria-hidden="true" />
              <span className="sr-only">Wallet</span> {shortAddress(user.walletAddress)}
              {balance.micros !== null && <b className="num">{formatUsdc(balance.micros)} USDC</b>}
            </button>
          )}
          <NotificationBell />
          <AccountMenu className={styles.avatar ?? ''}>
            <PersonRing person={user} size={44} />
          </AccountMenu>
          <IconButton
            className={styles.burger ?? ''}
            label="Menu"
            aria-expanded={menuOpen}
            aria-haspopup="dialog"
            icon={<MenuIcon size={22} strokeWidth={1.75} aria-hidden="true" />}
            onPointerEnter={() => void MenuSheet.preload()}
            onClick={() => setMenuOpen(true)}
          />
        </div>
      </div>
      <MenuSheet
        open={menuOpen}
        onClose={() => setMenuOpen(false)}
        onConnectWallet={() => {
          setMenuOpen(false)
          linkWallet()
        }}
        onWallet={() => {
          setMenuOpen(false)
          setWalletOpen(true)
        }}
      />
      <WalletDialog open={isWalletOpen} onClose={() => setWalletOpen(false)} />
      <LinkWalletDialog open={isLinking} onClose={() => setLinking(false)} />
    </header>
  )
}

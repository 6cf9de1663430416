import { shortAddress } from '@aura/api/ids'
import { LogOut, Wallet } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { PersonRing } from '#aura/person-ring.tsx'
import { useCurrentUser } from '#features/auth'
import { XConnection } from '#features/providers'
import { setTheme, useTheme } from '#lib/theme'
import { ThemeSwitch } from '#ui/forms/theme-switch'
import { Dialog, DialogClose, DialogTitle } from '#ui/overlay/dialog'
import { destinations } from '../../features.ts'
import { useLogout } from '../guards/use-logout.ts'
import styles from './menu-sheet.module.css'
import { isActive } from './navigation.ts'

const ROW = 'flex min-h-11 w-full items-center gap-3.5'

interface MenuSheetProps {
  open: boolean
  onClose: () => void
  onConnectWallet: () => void
  onWallet: () => void
}

export function MenuSheet({ open, onClose, ...on }: MenuSheetProps) {
  return (
    <Dialog open={open} onClose={onClose} phone="sheet">
      <Content onClose={onClose} {...on} />
    </Dialog>
  )
}

function Content({ onClose, onConnectWallet, onWallet }: Omit<MenuSheetProps, 'open'>) {
  const user = useCurrentUser()
  const theme = useTheme()
  const logout = useLogout()
  const [location] = useLocation()
  const ways = destinations.filter(({ adminOnly }) => !adminOnly || user.isAdmin)
  return (
    <>
      <header className="flex items-center gap-3 px-5 py-3">
        <PersonRing person={user} size={44} />
        <DialogTitle className="min-w-0 truncate text-lg font-strong">{user.username}</DialogTitle>
        <DialogClose className="-mr-3 ml-auto" />
      </header>
      <ul className={styles.ways}>
        {ways.map(({ path, also, name, icon: Icon }) => (
          <li key={path}>
            <Link
              className={`${ROW} font-semibold`}
              href={path}
              aria-current={isActive({ path, also }, location) ? 'page' : undefined}
              onClick={onClose}
            >
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
              {name}
            </Link>
          </li>
        ))}
        {!user.walletAddress && (
          <li>
            <button type="button" className={`${ROW} font-semibold`} onClick={onConnectWallet}>
              <Wallet size={20} strokeWidth={1.75} aria-hidden="true" />
              Connect Wallet
            </button>
          </li>
        )}
        {user.walletAddress && (
          <li>
            <button type="button" className={`${ROW} font-semibold`} onClick={onWallet}>
              <Wallet size={20} strokeWidth={1.75} aria-hidden="true" />
              <span>
                Wallet <span className="font-normal text-ink-2">{shortAddress(user.walletAddress)}</span>
              </span>
            </button>
          </li>
        )}
        <li className={styles.x}>
          <XConnection handle={user.twitterUsername} className={`${ROW} font-semibold`} size={20} />
        </li>
      </ul>
      <footer className={styles.foot}>
        <ThemeSwitch className="gap-3.5" theme={theme} onChange={setTheme} />
        <button
          type="button"
          className="flex min-h-11 items-center gap-2.5 font-semibold"
          aria-disabled={logout.isPending || undefined}
          onClick={() => !logout.isPending && logout.mutate()}
        >
          <LogOut size={20} strokeWidth={1.75} aria-hidden="true" />
          Log out
        </button>
      </footer>
    </>
  )
}

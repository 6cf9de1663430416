import { shortAddress } from '@aura/api/ids'
import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useCurrentUser } from '#features/auth'
import { XConnection } from '#features/providers'
import { setTheme, useTheme } from '#lib/theme'
import { ThemeSwitch } from '#ui/forms/theme-switch'
import { Popover } from '#ui/overlay/popover'
import { destinations } from '../../features.ts'
import { useLogout } from '../guards/use-logout.ts'
import styles from './account-menu.module.css'

const ROW = `flex min-h-11 items-center text-ink-2 hover:text-ink ${styles.row}`

export function AccountMenu({ className, children }: { className: string; children: ReactNode }) {
  const user = useCurrentUser()
  const theme = useTheme()
  const logout = useLogout()
  const ways = destinations.filter(({ inAccountMenu, adminOnly }) => inAccountMenu && (!adminOnly || user.isAdmin))
  return (
    <Popover label="Account menu" trigger={children} className={className}>
      <p className={styles.who}>
        <b className="block truncate font-strong text-ink">{user.username}</b>
        {user.walletAddress && shortAddress(user.walletAddress)}
      </p>
      {ways.map(({ path, name, icon: Icon, inAccountMenu: at }) => (
        <Link key={path} href={typeof at === 'function' ? at(user) : path} className={ROW}>
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          {name}
        </Link>
      ))}
      <XConnection handle={user.twitterUsername} className={ROW} />
      <ThemeSwitch className={styles.row ?? ''} theme={theme} onChange={setTheme} />
      <button
        type="button"
        className={ROW}
        aria-disabled={logout.isPending || undefined}
        onClick={() => !logout.isPending && logout.mutate()}
      >
        <LogOut size={18} strokeWidth={1.75} aria-hidden="true" />
        Log out
      </button>
    </Popover>
  )
}

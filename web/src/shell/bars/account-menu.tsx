import { shortAddress } from '@aura/api/ids'
import { CircleHelp, LogOut, ReceiptText, Settings, ShieldCheck, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useCurrentUser } from '#features/auth'
import { XConnection } from '#features/x'
import { setTheme, useTheme } from '#lib/theme'
import { paths } from '#paths'
import { ThemeSwitch } from '#ui/forms/theme-switch'
import { Popover } from '#ui/overlay/popover'
import { useLogout } from '../guards/use-logout.ts'

const ROW = 'w-full gap-3 px-4 hover:bg-bg-2'

/** The avatar with the account menu. */
export function AccountMenu({ className, children }: { className: string; children: ReactNode }) {
  const user = useCurrentUser()
  const theme = useTheme()
  const logout = useLogout()
  return (
    <Popover label="Account menu" trigger={children} className={className}>
      <p className="mb-1.5 max-w-72 border-b border-line px-4 pt-1 pb-3 text-sm text-ink-2">
        <b className="block truncate font-[650] text-ink">{user.username}</b>
        {user.walletAddress && shortAddress(user.walletAddress)}
      </p>
      <Link href={paths.profileOf(user.id)} className={`flex min-h-11 items-center text-ink-2 hover:text-ink ${ROW}`}>
        <UserRound size={18} strokeWidth={1.75} aria-hidden="true" />
        Profile
      </Link>
      <Link href={paths.receipts} className={`flex min-h-11 items-center text-ink-2 hover:text-ink ${ROW}`}>
        <ReceiptText size={18} strokeWidth={1.75} aria-hidden="true" />
        Receipts
      </Link>
      <Link href={paths.settings} className={`flex min-h-11 items-center text-ink-2 hover:text-ink ${ROW}`}>
        <Settings size={18} strokeWidth={1.75} aria-hidden="true" />
        Settings
      </Link>
      <Link href={paths.help('aura')} className={`flex min-h-11 items-center text-ink-2 hover:text-ink ${ROW}`}>
        <CircleHelp size={18} strokeWidth={1.75} aria-hidden="true" />
        Help
      </Link>
      {user.isAdmin && (
        <Link href={paths.adminWhitelist} className={`flex min-h-11 items-center text-ink-2 hover:text-ink ${ROW}`}>
          <ShieldCheck size={18} strokeWidth={1.75} aria-hidden="true" />
          Admin
        </Link>
      )}
      <XConnection
        handle={user.twitterUsername}
        className={`flex min-h-11 items-center text-ink-2 hover:text-ink ${ROW}`}
      />
      <ThemeSwitch className={ROW} theme={theme} onChange={setTheme} />
      <button
        type="button"
        className={`flex min-h-11 items-center text-ink-2 hover:text-ink ${ROW}`}
        aria-disabled={logout.isPending || undefined}
        onClick={() => !logout.isPending && logout.mutate()}
      >
        <LogOut size={18} strokeWidth={1.75} aria-hidden="true" />
        Log out
      </button>
    </Popover>
  )
}

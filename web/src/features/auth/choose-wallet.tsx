import { Lock } from 'lucide-react'
import { ConfirmLinks } from '#features/providers'
import { useConfig } from '#lib/use-config'
import { hasInstalled } from '#lib/wallet/discovery'
import { isMobile } from '#lib/wallet/mobile'
import { useWallets } from '#lib/wallet/use-wallets'
import { paths } from '#paths'
import { Notice } from '#ui/feedback/notice'
import { Skeleton } from '#ui/feedback/skeleton'
import { buttonClass } from '#ui/forms/button'
import { inviteIdOf } from './invite-id.ts'
import { NoWallet } from './no-wallet.tsx'
import { useCurrentUser } from './use-current-user.ts'
import { useSignIn } from './use-sign-in.ts'
import { WalletApps } from './wallet-apps.tsx'
import { WalletList } from './wallet-list.tsx'
import type { WalletPurpose } from './welcome.ts'

/** Only somebody signed in is asked to confirm a wallet. */
const ConfirmWallet = ({ wallet }: { wallet: string }) => (
  <ConfirmLinks
    accounts={useCurrentUser().linkedAccounts}
    className={buttonClass('secondary', 48)}
    confirms={{ purpose: 'bind-wallet', wallet }}
    next={paths.settingsAsking({ open: 'link-wallet' })}
  >
    {(name) => `Confirm with ${name}`}
  </ConfirmLinks>
)

interface ChooseWalletProps {
  purpose?: WalletPurpose
  onDone?: () => void
}

/** Mounted with a dialog's content, so closing it ends an attempt. */
export function ChooseWallet({ purpose = 'sign-in', onDone }: ChooseWalletProps) {
  const { data: config } = useConfig()
  const wallets = useWallets()
  const { attempt, problem, start } = useSignIn({ purpose, ...(onDone ? { onDone } : {}) })
  return (
    <div className="grid grid-cols-1 content-start gap-3">
      {problem && (
        <Notice tone="danger" title={problem.title}>
          <p>{problem.description}</p>
          {problem.hint && <p>{problem.hint}</p>}
        </Notice>
      )}
      {problem?.confirmWallet && <ConfirmWallet wallet={problem.confirmWallet} />}
      {wallets === null && (
        <div className="py-2.5" aria-busy="true">
          <Skeleton className="h-9" />
        </div>
      )}
      {wallets?.length === 0 && <NoWallet to="sign-in" />}
      {wallets && wallets.length > 0 && (
        <WalletList wallets={wallets} attempt={attempt} onChoose={(wallet, options) => void start(wallet, options)} />
      )}
      {wallets && !hasInstalled(wallets) && isMobile(navigator.userAgent) && <WalletApps />}
      {config?.betaAccess === 'closed' && (
        <p className="flex gap-2 text-sm text-ink-2">
          <Lock className="mt-0.5" size={16} strokeWidth={1.75} aria-hidden="true" />
          {inviteIdOf(location) === null
            ? 'Closed beta. Your wallet address must be whitelisted, or a member has to invite you.'
            : 'Closed beta. Your invite lets in the wallet you choose.'}
        </p>
      )}
    </div>
  )
}

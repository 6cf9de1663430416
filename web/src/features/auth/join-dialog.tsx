import { Lock } from 'lucide-react'
import { JoinWithX } from '#features/x/public'
import { useConfig } from '#lib/use-config'
import { DEMO_WALLET_RDNS } from '#lib/wallet/discovery'
import { isMobile } from '#lib/wallet/mobile'
import { safeNext } from '#paths'
import { Dialog, DialogClose, DialogTitle } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { Skeleton } from '#ui/skeleton'
import { NoWallet } from './no-wallet.tsx'
import { UnlitDial } from './unlit-dial.tsx'
import { useSignIn } from './use-sign-in.ts'
import { WalletApps } from './wallet-apps.tsx'
import { WalletList } from './wallet-list.tsx'
import { useWallets } from './wallets.ts'

export interface JoinDialogProps {
  open: boolean
  onClose: () => void
}

/** Joining or signing in, with X or a wallet. */
export default function JoinDialog({ open, onClose }: JoinDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} phone="sheet" className="[--dialog-width:56rem]">
      <div className="grid min-h-0 overflow-y-auto md:min-h-108 md:grid-cols-[22rem_1fr]">
        <div className="hidden md:grid">
          <UnlitDial />
        </div>
        <div className="px-5 pt-6 pb-6 md:px-9 md:pt-8 md:pb-9">
          <header className="-mr-3 flex items-start justify-between">
            <DialogTitle className="font-display text-[2.5rem] leading-none font-extrabold tracking-[-.03em]">
              Join <span className="[font-stretch:150%]">Aura</span>
            </DialogTitle>
            <DialogClose />
          </header>
          <p className="mt-2.5 mb-5 max-w-100 text-balance text-ink-2">
            Everyone starts at day 0. Your first lesson lights the first line.
          </p>
          <JoinWithX next={safeNext(new URLSearchParams(location.search).get('next'), location.origin)} />
          <JoinWithWallet />
        </div>
      </div>
    </Dialog>
  )
}

/** Mounted with the dialog's content only, so that closing it ends an attempt under way. */
function JoinWithWallet() {
  const { data: config } = useConfig()
  const wallets = useWallets()
  const { attempt, problem, start } = useSignIn()
  const hasOwn = wallets?.some(({ info }) => info.rdns !== DEMO_WALLET_RDNS) ?? false
  return (
    <div className="grid min-h-44 content-start gap-3">
      {problem && (
        <Notice tone="danger" title={problem.title}>
          <p>{problem.description}</p>
          {problem.hint && <p>{problem.hint}</p>}
        </Notice>
      )}
      {wallets === null && (
        <div className="grid gap-2.5 py-2.5" aria-busy="true">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      )}
      {wallets?.length === 0 && <NoWallet />}
      {wallets && wallets.length > 0 && (
        <WalletList wallets={wallets} attempt={attempt} onChoose={(wallet, options) => void start(wallet, options)} />
      )}
      {wallets && !hasOwn && isMobile(navigator.userAgent) && <WalletApps />}
      {config?.betaAccess === 'closed' && (
        <p className="flex gap-2 text-sm text-ink-2">
          <Lock className="mt-0.5" size={16} strokeWidth={1.75} aria-hidden="true" />
          Closed beta. Your wallet address must be whitelisted.
        </p>
      )}
    </div>
  )
}

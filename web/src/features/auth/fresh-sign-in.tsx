import { useLocation, useSearch } from 'wouter'
import { XLink } from '#features/x'
import { request } from '#lib/api'
import { buttonClass } from '#ui/forms/button'
import { Dialog, DialogBody, DialogHeader } from '#ui/overlay/dialog'
import ConfirmWithWallet from './confirm-with-wallet.tsx'
import { errorTexts } from './error-texts.ts'
import { useCurrentUser } from './use-current-user.ts'

export interface SignInAgainProps {
  open: boolean
  reason: string
  onEnd: (isFresh: boolean) => void
}

export function SignInAgain({ open, reason, onEnd }: SignInAgainProps) {
  return (
    <Dialog open={open} onClose={() => onEnd(false)} phone="sheet">
      <DialogHeader title="Sign in again" />
      <DialogBody>
        <p className="text-ink-2">{reason}</p>
        <Way onFresh={() => onEnd(true)} />
      </DialogBody>
    </Dialog>
  )
}

function Way({ onFresh }: { onFresh: () => void }) {
  const { walletAddress } = useCurrentUser()
  const [location] = useLocation()
  const search = useSearch()
  if (walletAddress === null) {
    return (
      <XLink
        className={buttonClass('secondary', 48)}
        confirms={{ purpose: 'sign-in-again' }}
        next={search ? `${location}?${search}` : location}
      >
        Sign in with X again
      </XLink>
    )
  }
  return (
    <ConfirmWithWallet
      purpose="sign-in-again"
      address={walletAddress}
      failure={errorTexts.authenticate}
      onProof={async (proof) => {
        await request('POST /api/auth/sign-in-again', { body: proof })
        onFresh()
      }}
    />
  )
}

import { useLocation, useSearch } from 'wouter'
import { XLink } from '#features/x'
import { request } from '#lib/api'
import type { FreshPurpose, Signed } from '#lib/freshly'
import { buttonClass } from '#ui/forms/button'
import { Dialog, DialogBody, DialogHeader } from '#ui/overlay/dialog'
import ConfirmWithWallet from './confirm-with-wallet.tsx'
import { errorTexts } from './error-texts.ts'
import { useCurrentUser } from './use-current-user.ts'

export interface SignInAgainProps {
  open: boolean
  purpose: FreshPurpose
  reason: string
  /** Null if declined. */
  onEnd: (signed: Signed | null) => void
}

const TITLES: Record<FreshPurpose, string> = { 'sign-in-again': 'Sign in again', 'disconnect-x': 'Disconnect X' }

export function SignInAgain({ open, purpose, reason, onEnd }: SignInAgainProps) {
  return (
    <Dialog open={open} onClose={() => onEnd(null)} phone="sheet">
      <DialogHeader title={TITLES[purpose]} />
      <DialogBody>
        <p className="text-ink-2">{reason}</p>
        <Way purpose={purpose} onSigned={onEnd} />
      </DialogBody>
    </Dialog>
  )
}

function Way({ purpose, onSigned }: { purpose: FreshPurpose; onSigned: (signed: Signed) => void }) {
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
      purpose={purpose}
      address={walletAddress}
      failure={errorTexts.authenticate}
      onProof={async (proof) => {
        if (purpose === 'sign-in-again') await request('POST /api/auth/sign-in-again', { body: proof })
        onSigned(proof)
      }}
    />
  )
}

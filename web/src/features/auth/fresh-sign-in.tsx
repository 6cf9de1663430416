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
  reason?: string
  /** Null if declined. */
  onEnd: (signed: Signed | null) => void
}

const TEXTS: Record<FreshPurpose, { title: string; reason: string }> = {
  'sign-in-again': { title: 'Sign in again', reason: 'This needs a recent sign-in.' },
  'disconnect-x': {
    title: 'Disconnect X',
    reason: 'You won’t be able to sign in with X, and your other browsers will be signed out.',
  },
  'remove-passkey': {
    title: 'Remove passkey',
    reason: 'It won’t sign in to your account any more, and your other browsers will be signed out.',
  },
}

export function SignInAgain({ open, purpose, reason = TEXTS[purpose].reason, onEnd }: SignInAgainProps) {
  return (
    <Dialog open={open} onClose={() => onEnd(null)} phone="sheet">
      <DialogHeader title={TEXTS[purpose].title} />
      <DialogBody>
        <p className="text-ink-2">{reason}</p>
        <Way purpose={purpose} onSigned={onEnd} />
      </DialogBody>
    </Dialog>
  )
}

function Way({ purpose, onSigned }: { purpose: FreshPurpose; onSigned: (signed: Signed) => void }) {
  const { walletAddress, passkeyWallet, twitterUsername } = useCurrentUser()
  const [location] = useLocation()
  const search = useSearch()
  async function end(proof: Signed) {
    if (purpose === 'sign-in-again') await request('POST /api/auth/sign-in-again', { body: proof })
    onSigned(proof)
  }
  if (walletAddress === null && passkeyWallet === null && twitterUsername !== null) {
    return (
      <XLink
        className={buttonClass('secondary', 48)}
        confirms={{ purpose: purpose === 'disconnect-x' ? 'sign-in-again' : purpose }}
        next={search ? `${location}?${search}` : location}
      >
        Sign in with X again
      </XLink>
    )
  }
  return <ConfirmWithWallet purpose={purpose} address={walletAddress} failure={errorTexts.authenticate} onProof={end} />
}

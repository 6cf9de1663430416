import { useLocation, useSearch } from 'wouter'
import { ConfirmLinks, confirmsByLink } from '#features/providers'
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

function textOf(purpose: FreshPurpose): { title: string; text: string } {
  if (purpose === 'sign-in-again') return { title: 'Sign in again', text: 'This needs a recent sign-in.' }
  if (purpose === 'remove-passkey') {
    return {
      title: 'Remove passkey',
      text: 'It won’t sign in to your account any more, and your other browsers will be signed out.',
    }
  }
  const { name } = purpose
  return {
    title: `Disconnect ${name}`,
    text: `You won’t be able to sign in with ${name}, and your other browsers will be signed out.`,
  }
}

export function SignInAgain({ open, purpose, reason, onEnd }: SignInAgainProps) {
  const { title, text } = textOf(purpose)
  return (
    <Dialog open={open} onClose={() => onEnd(null)} phone="sheet">
      <DialogHeader title={title} />
      <DialogBody>
        <p className="text-ink-2">{reason ?? text}</p>
        <Way purpose={purpose} onSigned={onEnd} />
      </DialogBody>
    </Dialog>
  )
}

function Way({ purpose, onSigned }: { purpose: FreshPurpose; onSigned: (signed: Signed) => void }) {
  const user = useCurrentUser()
  const { walletAddress, passkeyWallet, linkedAccounts } = user
  const [location] = useLocation()
  const search = useSearch()
  async function end(proof: Signed) {
    if (purpose === 'sign-in-again') await request('POST /api/auth/sign-in-again', { body: proof })
    onSigned(proof)
  }
  const isByLink = confirmsByLink(user)
  return (
    <>
      {!(isByLink && passkeyWallet === null) && (
        <ConfirmWithWallet purpose={purpose} address={walletAddress} failure={errorTexts.authenticate} onProof={end} />
      )}
      {isByLink && (
        <ConfirmLinks
          accounts={linkedAccounts}
          className={buttonClass('secondary', 48)}
          confirms={typeof purpose === 'string' ? { purpose } : { purpose: 'disconnect', provider: purpose.disconnect }}
          next={search ? `${location}?${search}` : location}
        >
          {(name) => (purpose === 'sign-in-again' ? `Sign in with ${name} again` : `Confirm with ${name}`)}
        </ConfirmLinks>
      )}
    </>
  )
}

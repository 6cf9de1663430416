import { useEffect, useState } from 'react'
import { type FreshPurpose, onFreshSignInWanted, type Signed } from '#lib/freshly'
import { lazyPart } from '#ui/layout/lazy-part'
import { lateDialog } from '#ui/overlay/late-dialog'
import type { SignInAgainProps } from './fresh-sign-in.tsx'

const LateSignInAgain = lateDialog<SignInAgainProps & { onClose: () => void }>(async () => ({
  default: (await import('./fresh-sign-in.tsx')).SignInAgain,
}))

export const SignInAgain = (props: SignInAgainProps) => <LateSignInAgain {...props} onClose={() => props.onEnd(null)} />

/** The dialog behind `freshly`, mounted once while signed in. */
export function FreshSignIn() {
  const [asked, setAsked] = useState<{ settle: (signed: Signed | null) => void; purpose: FreshPurpose } | null>(null)
  useEffect(() => onFreshSignInWanted((settle, purpose) => setAsked({ settle, purpose })), [])
  if (!asked) return null
  const end = (signed: Signed | null) => {
    asked.settle(signed)
    setAsked(null)
  }
  return <SignInAgain open purpose={asked.purpose} onEnd={end} />
}

export const ConfirmWithWallet = lazyPart(() => import('./confirm-with-wallet.tsx'))

export const ReplaceWalletDialog = lateDialog(() => import('./replace-wallet-dialog.tsx'))

import { lazy, Suspense } from 'react'
import type { User } from '#features/auth'
import { useUsdcBalance } from '#payments/use-usdc-balance.ts'
import { dueQuestion } from './question.rules.ts'

/** Unsolicited, so a failed import is ignored. */
const Question = lazy(() => import('./second-key-question.tsx').catch(() => ({ default: () => null })))

/** Asks the owner of a passkey account for a second key, once it holds enough. */
export function SecondKeyQuestion({ user }: { user: User }) {
  const isPasskey = user.passkeyWallet?.status === 'bound' && user.restriction === null
  // The wallet's chip shows the same balance.
  const { micros } = useUsdcBalance(isPasskey ? user.walletAddress : null)
  const due = dueQuestion(micros, user.seenFirsts)
  return (
    due && (
      <Suspense>
        <Question marks={due} />
      </Suspense>
    )
  )
}

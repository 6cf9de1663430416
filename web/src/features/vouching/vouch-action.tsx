import { usdcPlain } from '@aura/api/money'
import { VOUCH_RULES } from '@aura/api/rules/vouching'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { LinkWalletButton, useCurrentUser } from '#features/auth'
import { celebrate } from '#features/celebration'
import type { ErrorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { showPaymentToast } from '#payments/show-payment-toast.ts'
import { useConfirmations } from '#payments/use-confirmations.ts'
import { Badge } from '#ui/feedback/badge'
import { Notice } from '#ui/feedback/notice'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button } from '#ui/forms/button'
import { usdcToTwo } from './amounts.ts'
import { unavailability } from './checks.ts'
import styles from './vouch.module.css'
import { asksToVouch } from './vouch-path.ts'
import type { VouchTarget } from './vouch-target.ts'
import { type SentVouch, type VouchProgress, vouchTracker } from './vouch-tracker.ts'

const loadDialog = () => import('./vouch-dialog.tsx')
const VouchDialog = lazy(loadDialog)

export function VouchAction({ target }: { target: VouchTarget }) {
  const user = useCurrentUser()
  const [dialog, setDialog] = useState<'never' | 'asked' | 'open' | 'closed'>(
    asksToVouch(useSearch()) ? 'asked' : 'never',
  )
  const { data, isPending } = useQuery({
    ...read('GET /api/vouch/amount/:voucherId/:vouchedId', { voucherId: user.id, vouchedId: target.id }),
    staleTime: 0,
  })
  const isTrying = useRef(false)
  const [failed, setFailed] = useState<ErrorText | null>(null)
  const onTrying = useCallback((is: boolean) => {
    isTrying.current = is
    if (is) setFailed(null)
  }, [])
  const onCredited = useCallback(
    ({ vouchedUserId, usdcMicros }: SentVouch, { auraAwarded, multiplier }: VouchProgress) => {
      // A vouch for somebody else only gets a toast.
      if (vouchedUserId !== target.id) return
      // While the wallet is asking here, the dialog reports the outcome, also of another tab's vouch.
      if (isTrying.current) return
      setDialog((before) => (before === 'open' ? 'closed' : before))
      if (multiplier !== null)
        void celebrate(celebrationOf(user.id, target, { usdcMicros, amount: auraAwarded ?? 0, multiplier }))
    },
    [user.id, target],
  )
  const onFailed = useCallback(
    (text: ErrorText, { vouchedUserId }: SentVouch) => {
      showPaymentToast({ ...text, kind: 'destructive' })
      if (vouchedUserId === target.id) setFailed(text)
    },
    [target.id],
  )
  const confirmations = useConfirmations(user.id, vouchTracker, { onCredited, onFailed })
  const [confirming] = confirmations.filter(({ payment }) => payment.vouchedUserId === target.id)
  // Until loaded, assume everything is left: the contract decides in the end.
  const pair = data ?? {
    totalVouchedAmount: 0,
    remainingAmount: VOUCH_RULES.maxUsdc,
    vouchCount: 0,
    auraLeftToday: VOUCH_RULES.dailyAp,
  }
  const { walletAddress: ownAddress } = user
  const why = unavailability({
    ownAddress,
    targetAddress: target.walletAddress,
    targetName: target.name,
    remaining: pair.remainingAmount,
    auraLeftToday: pair.auraLeftToday,
  })
  useEffect(() => {
    // The address asked for it; it opens once the pair is known, if it may.
    if (dialog === 'asked' && !isPending) setDialog(why === null ? 'open' : 'never')
  }, [dialog, isPending, why])
  if (isPending) return <Skeleton className="h-12 w-36" />
  return (
    <>
      {why === null && (
        <Button
          size={48}
          onPointerEnter={() => void loadDialog().catch(() => {})}
          onClick={() => setDialog('open')}
          busy={confirming && dialog !== 'open' && 'Processing Vouch...'}
        >
          {pair.vouchCount === 0 ? 'Vouch' : `Vouch More (${usdcToTwo(pair.remainingAmount)} left)`}
        </Button>
      )}
      {pair.remainingAmount < 1 ? (
        <Badge>Max Vouched ({VOUCH_RULES.maxUsdc} USDC)</Badge>
      ) : (
        pair.vouchCount > 0 && <Badge>Vouched {usdcToTwo(pair.totalVouchedAmount)} USDC</Badge>
      )}
      {why !== null && (
        <div className={styles.unavailable}>
          <Notice
            tone="warn"
            title="Vouching is not available"
            action={ownAddress === null && <LinkWalletButton size={40} kind="secondary" />}
          >
            {why}
          </Notice>
        </div>
      )}
      {(dialog === 'open' || dialog === 'closed') && (
        <Suspense>
          <VouchDialog
            open={dialog === 'open'}
            onClose={() => setDialog('closed')}
            target={target}
            pair={pair}
            confirming={confirming}
            failed={failed}
            onTrying={onTrying}
          />
        </Suspense>
      )}
    </>
  )
}

/** A vouch extends the receiver's reach; their streak stays. */
function celebrationOf(
  userId: string,
  { id, name, currentStreak, auraPoints }: VouchTarget,
  { usdcMicros, amount, multiplier }: { usdcMicros: number; amount: number; multiplier: string },
) {
  return {
    userId,
    of: { id, name },
    gained: { amount, unit: 'AP' as const },
    before: { days: currentStreak, auraPoints },
    after: { days: currentStreak, auraPoints: auraPoints + amount },
    text: `${name} got your ${usdcPlain(usdcMicros)} USDC. Your level counted ${multiplier}x.`,
  }
}

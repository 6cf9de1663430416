import { VOUCH_RULES } from '@aura/api/rules/vouching'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { LinkWalletButton, useCurrentUser } from '#features/auth'
import { errorCode } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useSentPayments } from '#payments/sent.ts'
import { Badge } from '#ui/feedback/badge'
import { Notice } from '#ui/feedback/notice'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button } from '#ui/forms/button'
import { lazyPart } from '#ui/layout/lazy-part'
import styles from '../vouch.module.css'
import { asksToVouch } from '../vouch-path.ts'
import type { DialogState, VouchTarget } from '../vouch-target.ts'
import type { SentVouch } from '../vouch-tracker.ts'
import { usdcToTwo } from './amounts.ts'
import { unavailability } from './checks.ts'

// The payment code is large, and most profile visitors don't pay.
const loadPayments = () => import('../vouch-payments.tsx')
const VouchPayments = lazyPart(loadPayments)
const preloadPayments = () =>
  void loadPayments().then(
    ({ preloadDialog }) => preloadDialog(),
    () => undefined,
  )

export function VouchAction({ target }: { target: VouchTarget }) {
  const user = useCurrentUser()
  const [dialog, setDialog] = useState<DialogState>(asksToVouch(useSearch()) ? 'asked' : 'never')
  const { data, error, isPending } = useQuery({
    ...read('GET /api/vouch/amount/:voucherId/:vouchedId', { voucherId: user.id, vouchedId: target.id }),
    staleTime: 0,
  })
  const sent = useSentPayments<SentVouch>(user.id, 'vouch')
  const isConfirming = sent.some(({ vouchedUserId }) => vouchedUserId === target.id)
  // Stays mounted, because it reports the outcome of payments that are no longer stored.
  const [isPaying, setPaying] = useState(false)
  if (!isPaying && (sent.length > 0 || dialog === 'open')) setPaying(true)
  // Until loaded, the full amount is assumed, because the contract decides in the end.
  const pair = data ?? {
    totalVouchedAmount: 0,
    remainingAmount: VOUCH_RULES.maxUsdc,
    vouchCount: 0,
    isRelated: false,
    uncountedAmount: 0,
    auraLeftToday: VOUCH_RULES.dailyAp,
    receivedLately: 0,
  }
  const { walletAddress: ownAddress } = user
  const refusal = errorCode(error)
  const isRefused = refusal === 'PERSON_BLOCKED' || refusal === 'PERSON_UNAVAILABLE'
  const unavailable = unavailability({
    ownAddress,
    targetAddress: target.walletAddress,
    targetName: target.name,
    remaining: pair.remainingAmount,
    auraLeftToday: pair.auraLeftToday,
  })
  const why = isRefused ? errorText(error).description : unavailable
  useEffect(() => {
    // Requested by the address; opens once the pair is known, if vouching is offered.
    if (dialog === 'asked' && !isPending) setDialog(why === null ? 'open' : 'never')
  }, [dialog, isPending, why])
  return (
    <>
      {isPending && <Skeleton className="h-12 w-24" />}
      {!isPending && why === null && (
        <Button
          size={48}
          onPointerEnter={preloadPayments}
          onFocus={preloadPayments}
          onClick={() => setDialog('open')}
          busy={isConfirming && dialog !== 'open' && 'Processing Vouch...'}
        >
          {pair.vouchCount === 0 ? 'Vouch' : `Vouch More (${usdcToTwo(pair.remainingAmount)} left)`}
        </Button>
      )}
      {!isPending && (
        <VouchedBefore remaining={pair.remainingAmount} vouched={pair.vouchCount > 0 ? pair.totalVouchedAmount : 0} />
      )}
      {!isPending && why !== null && (
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
      {isPaying && (
        <Suspense>
          <VouchPayments target={target} pair={pair} dialog={dialog} onDialog={setDialog} />
        </Suspense>
      )}
    </>
  )
}

function VouchedBefore({ remaining, vouched }: { remaining: number; vouched: number }) {
  if (remaining < 1) return <Badge>Max Vouched ({VOUCH_RULES.maxUsdc} USDC)</Badge>
  return vouched > 0 && <Badge>Vouched {usdcToTwo(vouched)} USDC</Badge>
}

import { formatUsdc, formatWhole, usdcPlain } from '@aura/api/money'
import { type Dispatch, type SetStateAction, useCallback, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useCurrentUser } from '#features/auth'
import { celebrate } from '#features/celebration'
import type { ErrorText } from '#lib/error-text'
import { paths } from '#paths'
import { PaymentDone } from '#payments/payment-done.tsx'
import { showPaymentToast } from '#payments/show-payment-toast.ts'
import { useConfirmations } from '#payments/use-confirmations.ts'
import { useUsdcBalance } from '#payments/use-usdc-balance.ts'
import { buttonClass } from '#ui/forms/button'
import { lateDialog } from '#ui/overlay/late-dialog'
import styles from './vouch.module.css'
import type { DialogState, VouchedPair, VouchTarget } from './vouch-target.ts'
import { type SentVouch, type VouchProgress, vouchTracker } from './vouch-tracker.ts'

const VouchDialog = lateDialog(() => import('./giving/vouch-dialog.tsx'))

export const preloadDialog = (): void => void VouchDialog.preload()

interface VouchPaymentsProps {
  target: VouchTarget
  pair: VouchedPair
  dialog: DialogState
  onDialog: Dispatch<SetStateAction<DialogState>>
}

export default function VouchPayments({ target, pair, dialog, onDialog }: VouchPaymentsProps) {
  const user = useCurrentUser()
  const isTrying = useRef(false)
  const [failed, setFailed] = useState<ErrorText | null>(null)
  const [done, setDone] = useState<CreditedVouch>()
  const onTrying = useCallback((is: boolean) => {
    isTrying.current = is
    if (!is) return
    setFailed(null)
    setDone(undefined)
  }, [])
  const onCredited = useCallback(
    ({ vouchedUserId, usdcMicros, hash }: SentVouch, { auraAwarded, multiplier }: VouchProgress) => {
      // A vouch for another person only gets a toast.
      if (vouchedUserId !== target.id) return
      // While the wallet is asking here, the dialog reports the outcome, also of another tab's vouch.
      if (isTrying.current) return
      onDialog((before) => (before === 'open' ? 'closed' : before))
      setDone({ usdcMicros, hash, aura: auraAwarded ?? 0 })
      if (multiplier !== null) void celebrate(celebrationOf(user.id, target, { usdcMicros, amount: auraAwarded ?? 0 }))
    },
    [user.id, target, onDialog],
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
  return (
    <>
      {done && <Vouched done={done} name={target.name} walletAddress={user.walletAddress} />}
      {(dialog === 'open' || dialog === 'closed') && (
        <VouchDialog
          open={dialog === 'open'}
          onClose={() => onDialog('closed')}
          target={target}
          pair={pair}
          confirming={confirming}
          failed={failed}
          onTrying={onTrying}
        />
      )}
    </>
  )
}

interface CreditedVouch {
  usdcMicros: number
  hash: string
  aura: number
}

interface VouchedProps {
  done: CreditedVouch
  name: string
  walletAddress: string | null
}

function Vouched({ done: { usdcMicros, hash, aura }, name, walletAddress }: VouchedProps) {
  const { micros } = useUsdcBalance(walletAddress)
  return (
    <div className={styles.unavailable}>
      <PaymentDone
        title={`You vouched for ${name}`}
        hash={hash}
        facts={[
          [`${name} received`, `${formatUsdc(usdcMicros)} USDC`],
          [`${name} earned`, `${formatWhole(aura)} AP`],
          ...(micros === null ? [] : [['USDC in your wallet', formatUsdc(micros)] as const]),
        ]}
      >
        <Link href={paths.leaderboard} className={buttonClass('secondary', 40)}>
          Find creators
        </Link>
      </PaymentDone>
    </div>
  )
}

/** A vouch extends the receiver's reach; their streak stays. */
function celebrationOf(
  userId: string,
  { id, name, currentStreak, auraPoints }: VouchTarget,
  { usdcMicros, amount }: { usdcMicros: number; amount: number },
) {
  return {
    userId,
    of: { id, name },
    gained: { amount, unit: 'AP' as const },
    before: { days: currentStreak, auraPoints },
    after: { days: currentStreak, auraPoints: auraPoints + amount },
    text: `${name} got your ${usdcPlain(usdcMicros)} USDC and ${formatWhole(amount)} AP.`,
  }
}

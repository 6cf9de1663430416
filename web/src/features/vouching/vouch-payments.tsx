import { formatWhole, usdcPlain } from '@aura/api/money'
import { type Dispatch, type SetStateAction, useCallback, useRef, useState } from 'react'
import { useCurrentUser } from '#features/auth'
import { celebrate } from '#features/celebration'
import type { ErrorText } from '#lib/error-text'
import { showPaymentToast } from '#payments/show-payment-toast.ts'
import { useConfirmations } from '#payments/use-confirmations.ts'
import { lateDialog } from '#ui/overlay/late-dialog'
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
  const onTrying = useCallback((is: boolean) => {
    isTrying.current = is
    if (is) setFailed(null)
  }, [])
  const onCredited = useCallback(
    ({ vouchedUserId, usdcMicros }: SentVouch, { auraAwarded, multiplier }: VouchProgress) => {
      // A vouch for another person only gets a toast.
      if (vouchedUserId !== target.id) return
      // While the wallet is asking here, the dialog reports the outcome, also of another tab's vouch.
      if (isTrying.current) return
      onDialog((before) => (before === 'open' ? 'closed' : before))
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
  if (dialog !== 'open' && dialog !== 'closed') return null
  return (
    <VouchDialog
      open={dialog === 'open'}
      onClose={() => onDialog('closed')}
      target={target}
      pair={pair}
      confirming={confirming}
      failed={failed}
      onTrying={onTrying}
    />
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

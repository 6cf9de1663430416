import { API_ERRORS } from '@aura/api/errors'
import { formatWhole } from '@aura/api/money'
import { AUTH_RULES } from '@aura/api/rules/auth'
import { TriangleAlert } from 'lucide-react'
import { LinkWalletButton, useCurrentUser } from '#features/auth'
import { TickBar } from '#ui/feedback/tick-bar'
import { Button } from '#ui/forms/button'
import { Facts } from '#ui/overlay/confirm-dialog'
import { Dialog, DialogTitle } from '#ui/overlay/dialog'

interface BalanceInsufficientProps {
  open: boolean
  stake: number
  onClose: () => void
}

export function BalanceInsufficient({ open, stake, onClose }: BalanceInsufficientProps) {
  const { auraPoints, availableAuraPoints: available, walletAddress } = useCurrentUser()
  const held = auraPoints - available
  const missing = Math.max(0, stake - available)
  const ap = (amount: number) => `${formatWhole(amount)} AP`
  return (
    <Dialog open={open} onClose={onClose} phone="sheet" width="narrow">
      <div className="grid gap-4 overflow-y-auto p-7 max-md:px-5">
        <TriangleAlert className="text-warn" size={32} strokeWidth={1.75} aria-hidden="true" />
        <DialogTitle className="dialog-title">Balance Insufficient!</DialogTitle>
        <p className="-mt-2 text-ink-2">{API_ERRORS.BATTLE_STAKE_TOO_HIGH.message}</p>
        <TickBar
          label={`${ap(available)} available, ${ap(held)} at stake, ${ap(missing)} missing`}
          parts={[
            { amount: available, tone: 'aura' },
            { amount: Math.min(held, missing), tone: 'dim' },
            { amount: Math.max(0, missing - held), tone: 'warn', low: true },
          ]}
        />
        <Facts
          facts={[
            ['Your stake', ap(stake)],
            ['Available', ap(available)],
            ['At stake in open battles', ap(held)],
            ['Missing', ap(missing)],
          ]}
        />
        {walletAddress === null && (
          <>
            <p className="text-ink-2">
              Your account has no wallet yet. The first one brings {ap(AUTH_RULES.walletBonusAp)}.
            </p>
            <LinkWalletButton kind="secondary" />
          </>
        )}
        <Button onClick={onClose}>Got it!</Button>
      </div>
    </Dialog>
  )
}

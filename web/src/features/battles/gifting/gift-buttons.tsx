import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { SteezeIcon } from '#aura/steeze-icon.tsx'
import { paths } from '#paths'
import { toast } from '#ui/feedback/toast'
import { Button, buttonClass } from '#ui/forms/button'
import type { BattleDetail, Side } from '../shared/battle-view.ts'
import styles from './gift-buttons.module.css'
import { type PendingGift, useGift } from './use-gift.ts'

const GiftSheet = lazy(() => import('./gift-sheet.tsx'))

export interface Gifting {
  battle: BattleDetail
  sides: readonly [Side, Side]
  isSignedIn: boolean
}

export function useGifting({ battle, sides, isSignedIn }: Gifting) {
  const [openFor, setOpenFor] = useState<string | null>(null)
  const [lastFor, setLastFor] = useState<string | null>(null)
  const show = (participantId: string) => {
    setOpenFor(participantId)
    setLastFor(participantId)
  }
  const { begin, give, pending, failed } = useGift(battle.id, {
    // A failed gift reopens the sheet with the reason.
    onSettled: (order) => order && show(order.side.person.id),
  })
  const open = (participantId: string) => {
    begin()
    show(participantId)
  }
  const side = sides.find(({ person }) => person.id === lastFor)
  // -1 while no sheet is open.
  const openSide = sides.findIndex(({ person }) => person.id === openFor)
  const sheet = side && (
    <Suspense>
      <GiftSheet
        key={lastFor}
        open={openFor === lastFor}
        side={side}
        sides={sides}
        isSignedIn={isSignedIn}
        failed={failed}
        onGift={(order) => {
          if (give(order)) setOpenFor(null)
        }}
        onClose={() => setOpenFor(null)}
      />
    </Suspense>
  )
  const { allowed, reason } = battle.can.gift
  const button = (for_: Side) => ({
    side: for_,
    joinPath: isSignedIn ? null : paths.join(paths.battle(battle.id)),
    isOff: !allowed,
    onPress: () => open(for_.person.id),
    onOff: () => toast({ ...refusal(reason), kind: 'destructive' }),
  })
  return { sheet, pending, openSide, buttons: sides.map(button) }
}

function refusal(reason: string | undefined) {
  return { title: 'Gift Failed', description: REASONS[reason ?? ''] ?? 'Failed to gift Steeze tokens' }
}

const REASONS: Record<string, string> = {
  GIFT_BY_PARTICIPANT: 'Participants cannot gift in their own battle.',
  BATTLE_ENDED: 'Voting has ended.',
  BETA_ACCESS_REQUIRED: 'Gifting needs a wallet in the closed beta.',
}

type GiftButtonProps = ReturnType<typeof useGifting>['buttons'][number]

export function GiftButton({ side, joinPath, isOff, onPress, onOff }: GiftButtonProps) {
  const text = (action: string) => (
    <>
      <SteezeIcon size={18} />
      <span className={styles.words}>
        {action}{' '}
        <small>
          <span className="sr-only">to </span>
          {side.name}
        </small>
      </span>
    </>
  )
  return (
    <span data-aura={side.accent} className={styles.wrap}>
      {joinPath === null ? (
        <Button size={48} className={styles.button ?? ''} disabled={isOff} onClick={onPress} onDisabledClick={onOff}>
          {text('Gift Steeze')}
        </Button>
      ) : (
        <Link href={joinPath} className={buttonClass('primary', 48, styles.button)}>
          {text('Join to gift')}
        </Link>
      )}
    </span>
  )
}

/** Gifts not yet confirmed, shown beside the score. */
export function PendingGifts({ pending, side }: { pending: readonly PendingGift[]; side: Side }) {
  const sum = pending
    .filter(({ participantId }) => participantId === side.person.id)
    .reduce((total, { amount }) => total + amount, 0)
  return (
    <span role="status" className={styles.pending}>
      {sum > 0 && `+${sum} pending`}
    </span>
  )
}

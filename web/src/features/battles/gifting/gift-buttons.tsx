import { formatShort, formatWhole } from '@aura/api/money'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { SteezeIcon } from '#aura/steeze-icon.tsx'
import { paths } from '#paths'
import { toast } from '#ui/feedback/toast'
import { Button, buttonClass } from '#ui/forms/button'
import { lateDialog } from '#ui/overlay/late-dialog'
import type { BattleDetail, Side } from '../shared/battle-view.ts'
import styles from './gift-buttons.module.css'
import { ComboLine, ComboStatus, GiftChips, useGiftCombo } from './gift-chips.tsx'
import { missingToLead } from './goal.ts'
import { type GivenGift, type PendingGift, useGift } from './use-gift.ts'

const GiftSheet = lateDialog(() => import('./gift-sheet.tsx'))
/** Most gifts are taps, so the dialog loads once a hand or the keyboard is at its button. */
const preloadSheet = (): void => void GiftSheet.preload()

export interface Gifting {
  battle: BattleDetail
  sides: readonly [Side, Side]
  viewerId: string | undefined
  /** Called once the server has counted the gift. */
  onGiven: (gift: GivenGift) => void
}

export function useGifting({ battle, sides, viewerId, onGiven }: Gifting) {
  const isSignedIn = viewerId !== undefined
  const [openFor, setOpenFor] = useState<string | null>(null)
  const [lastFor, setLastFor] = useState<string | null>(null)
  const [suggested, setSuggested] = useState<number>()
  const show = (participantId: string) => {
    setOpenFor(participantId)
    setLastFor(participantId)
  }
  const { begin, give, giveTaps, pending, failed } = useGift(battle.id, {
    onGiven,
    onSettled: (order) => order && battle.status === 'active' && show(order.side.person.id),
  })
  const open = (participantId: string, amount?: number) => {
    begin()
    setSuggested(amount)
    show(participantId)
  }
  const side = sides.find(({ person }) => person.id === lastFor)
  const openSide = sides.findIndex(({ person }) => person.id === openFor)
  const sheet = side && (
    <GiftSheet
      key={`${lastFor} ${suggested}`}
      open={openFor === lastFor}
      side={side}
      sides={sides}
      isSignedIn={isSignedIn}
      decides={battle.decidedBy !== 'knowledge'}
      suggested={suggested}
      failed={failed}
      onGift={(order) => {
        if (give(order)) setOpenFor(null)
      }}
      onClose={() => setOpenFor(null)}
    />
  )
  const { allowed, reason } = battle.can.gift
  const isOver = openFor !== null && battle.status !== 'active'
  useEffect(() => {
    if (!isOver) return
    setOpenFor(null)
    toast(BATTLE_OVER)
  }, [isOver])
  const button = (for_: Side, at: number) => ({
    side: for_,
    rival: sides[at === 0 ? 1 : 0],
    decides: battle.decidedBy !== 'knowledge',
    isMe: viewerId === for_.person.id,
    joinPath: isSignedIn ? null : paths.join(paths.battle(battle.id)),
    isOff: !allowed,
    hasChips: isSignedIn && (allowed || reason === 'BATTLE_ENDED'),
    endsAt: battle.endsAt,
    pending,
    give: (amount: number) => giveTaps({ side: for_, amount }),
    onPress: () => open(for_.person.id),
    onGoal: (amount: number) => open(for_.person.id, amount),
    onOff: () => toast({ ...refusal(reason), kind: 'destructive' }),
  })
  return { sheet, pending, openSide, buttons: sides.map(button) }
}

const BATTLE_OVER = { title: 'The battle is over', description: 'No more gifts can be given.' }

function refusal(reason: string | undefined) {
  return { title: 'Gift Failed', description: REASONS[reason ?? ''] ?? 'Failed to gift Steeze tokens' }
}

const REASONS: Record<string, string> = {
  BATTLE_ENDED: 'Voting has ended.',
  BETA_ACCESS_REQUIRED: 'Gifting needs a wallet in the closed beta.',
}

type GiftButtonProps = ReturnType<typeof useGifting>['buttons'][number]

/** Shows the side's name on phones, and on wide screens if `isNamed`: where the button doesn't stand below its side. */
export function GiftButton({ isNamed = false, ...props }: GiftButtonProps & { isNamed?: boolean }) {
  const { side, joinPath, hasChips, isOff, onPress, onOff } = props
  const text = (action: string) => (
    <>
      <SteezeIcon size={18} />
      <span className={styles.words} data-named={isNamed || undefined}>
        {action}{' '}
        <small>
          <span className="sr-only">to </span>
          {side.name}
        </small>
      </span>
    </>
  )
  return (
    <span data-aura={side.accent} data-taps className={styles.wrap}>
      {joinPath === null ? (
        <Button
          size={48}
          className={styles.button ?? ''}
          disabled={isOff}
          onClick={onPress}
          onDisabledClick={onOff}
          onPointerEnter={preloadSheet}
          onFocus={preloadSheet}
        >
          {text('Gift Steeze')}
        </Button>
      ) : (
        <Link href={joinPath} className={buttonClass('primary', 48, styles.button)}>
          {text('Join to gift')}
        </Link>
      )}
      {hasChips ? <Taps {...props} /> : <Goal {...props} />}
    </span>
  )
}

function Taps(props: GiftButtonProps) {
  const { side, isOff, onOff, onGoal } = props
  const tapped = { name: side.name, ...useGiftCombo(props) }
  const { given, sending, unsent } = tapped.state
  return (
    <>
      <GiftChips {...tapped} isOff={isOff} onOff={onOff} onEmpty={onGoal} />
      {given + sending + unsent > 0 ? <ComboLine {...tapped} /> : <Goal {...props} />}
      <ComboStatus {...tapped} />
    </>
  )
}

const MAX_SHOWN = 1_000_000

/** Shows the Steeze the side needs to lead, which opens the sheet if the viewer may gift. */
export function Goal({ side, rival, isMe, decides, joinPath, isOff, onGoal }: GiftButtonProps) {
  if (!decides) return null
  const missing = missingToLead(side.steeze, rival.steeze)
  const shown = (amount: number) => (amount < MAX_SHOWN ? formatWhole(amount) : formatShort(amount))
  if (missing === null) {
    return (
      <p className={styles.goal}>
        <span className="num">{shown(side.steeze - rival.steeze)}</span> ahead
      </p>
    )
  }
  const text = (
    <>
      <b className="num">{shown(missing)}</b> more and <span className={styles.leader}>{isMe ? 'you' : side.name}</span>{' '}
      {isMe ? 'lead' : 'leads'}
    </>
  )
  if (joinPath !== null || isOff) return <p className={styles.goal}>{text}</p>
  return (
    <button type="button" className={styles.goal} data-goal onClick={() => onGoal(missing)}>
      {text}
    </button>
  )
}

export function PendingGifts({ pending, side }: { pending: readonly PendingGift[]; side: Side }) {
  const sum = pending
    .filter(({ participantId }) => participantId === side.person.id)
    .reduce((total, { amount }) => total + amount, 0)
  return (
    <span role="status" className={styles.pending}>
      {sum > 0 && ` +${formatWhole(sum)} pending`}
    </span>
  )
}

import { formatWhole, STEEZE_PER_USDC } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type RefObject, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react'
import { shareOf } from '#aura/canvas/field-picture.ts'
import { PersonRing } from '#aura/person-ring.tsx'
import { SteezeIcon } from '#aura/steeze-icon.tsx'
import { GetSteeze, redeemCapText, STEEZE_IS, steezeFacts, useSteezeRates } from '#features/steeze'
import { read } from '#lib/query-client'
import { useWhenReady } from '#lib/use-when-ready'
import { Skeleton } from '#ui/feedback/skeleton'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { MessageLine } from '#ui/forms/field-frame'
import { NumberStepper } from '#ui/forms/number-stepper'
import { MoneyFacts } from '#ui/layout/money-facts'
import { Dialog, DialogClose, DialogTitle } from '#ui/overlay/dialog'
import type { Side } from '../shared/battle-view.ts'
import { Username } from '../shared/username.tsx'
import { percent, Radar } from '../showdown/radar.tsx'
import { GiftBalance } from './gift-balance.tsx'
import { giftProblem, INVALID_AMOUNT, isVote } from './gift-checks.ts'
import styles from './gift-sheet.module.css'
import { missingToLead } from './goal.ts'
import type { FailedGift, GiftOrder } from './use-gift.ts'

const PRESETS = [10, 50, 100]
const FIRST_AMOUNT = 10
const MAX_FIRST_GIFT = 100

interface GiftSheetProps {
  open: boolean
  side: Side
  sides: readonly [Side, Side]
  isSignedIn: boolean
  /** Whether gifts decide the battle. */
  decides: boolean
  suggested: number | undefined
  failed: FailedGift | undefined
  onGift: (order: GiftOrder) => void
  onClose: () => void
}

export default function GiftSheet({ open, onClose, ...rest }: GiftSheetProps) {
  const giftButton = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      phone="sheet"
      className={styles.sheet ?? ''}
      {...(rest.suggested === undefined ? {} : { initialFocus: giftButton })}
    >
      <Form onClose={onClose} giftButton={giftButton} {...rest} />
    </Dialog>
  )
}

interface FormProps extends Omit<GiftSheetProps, 'open'> {
  giftButton: RefObject<HTMLButtonElement | null>
}

function Form({ side, sides, isSignedIn, decides, suggested, failed, giftButton, onGift, onClose }: FormProps) {
  const orderId = useId()
  const purse = useQuery({ ...read('GET /api/steeze/balance'), refetchOnMount: 'always' })
  const steeze = purse.data
  const rates = useSteezeRates()
  const balance = steeze ? steeze.purchasedSteeze + steeze.battleEarnedSteeze : 0
  // Until the user changes it, an amount they can afford once the balance is known.
  const [entered, setEntered] = useState<number | null | undefined>(failed?.amount ?? suggested)
  const affordable = steeze && balance > 0 ? balance : FIRST_AMOUNT
  const amount = entered === undefined ? Math.min(FIRST_AMOUNT, affordable) : entered
  const missing = steeze ? Math.max(0, (amount ?? 0) - balance) : 0
  const [isBuying, setBuying] = useState(false)
  const [bought, setBought] = useState(0)
  const onBought = useCallback((steeze: number) => {
    setBuying(false)
    setBought(steeze)
  }, [])
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    if (bought > 0) giftButton.current?.focus()
  }, [bought, giftButton])
  const gift = () => {
    const problem = giftProblem({ isSignedIn, amount, balance })
    if (problem === null) return onGift({ side, amount: amount ?? 0 })
    setFault(problem.description)
    toast({ ...problem, kind: 'destructive' })
  }
  const order = useWhenReady(!!steeze || !isSignedIn || purse.isError, () => {
    if (missing > 0 && balance === 0) setBuying(true)
    else if (steeze || !isSignedIn) gift()
  })
  if (isBuying) {
    return (
      <Buying
        side={side}
        amount={amount ?? 0}
        missing={Math.max(missing, 1)}
        onBought={onBought}
        onBack={() => setBuying(false)}
      />
    )
  }
  return (
    <form
      className={styles.form}
      data-aura={side.accent}
      noValidate
      // A key still held from opening the sheet must not give.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.repeat) event.preventDefault()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        // The amount they saw, also if the balance turns out smaller.
        setEntered(amount)
        order.act()
      }}
    >
      <header className={styles.head}>
        <PersonRing person={side.person} size={56} />
        <div>
          <DialogTitle className={styles.title}>Gift Steeze</DialogTitle>
          <p>
            to {side.name} <Username {...side.person} />
          </p>
        </div>
        <DialogClose className="-mr-3 ml-auto" />
      </header>
      <GiftBalance read={purse} />
      {steeze && balance === 0 && bought === 0 && <p className="mb-2 text-ink-2">{STEEZE_IS}</p>}
      <NumberStepper
        tall
        label="Amount"
        value={amount}
        min={1}
        max={balance > 0 ? balance : MAX_FIRST_GIFT}
        unit="Steeze"
        presets={PRESETS}
        invalid={INVALID_AMOUNT.description}
        error={fault}
        limits={balance > 0}
        {...(steeze && balance === 0 && { hint: `You have no Steeze yet. 1 USDC buys ${STEEZE_PER_USDC}.` })}
        onChange={(next) => {
          setEntered(next)
          setFault(undefined)
          order.cancel()
        }}
      />
      {balance > 0 && decides && <After side={side} sides={sides} amount={amount ?? 0} />}
      {rates && amount !== null && amount > 0 && (
        <MoneyFacts facts={steezeFacts(amount, 'They redeem for', rates)}>
          <p>
            {side.name} keeps it, win or lose, unless the battle is called off. You can’t take it back.{' '}
            {redeemCapText(rates)}
          </p>
        </MoneyFacts>
      )}
      <p role="status" className={styles.fine}>
        {bought > 0 && `Your ${formatWhole(bought)} Steeze are here. You can gift them now.`}
      </p>
      <div role="alert">{failed && <MessageLine message={{ tone: 'danger', text: failed.reason }} />}</div>
      {missing > 0 && (
        <Button onClick={() => setBuying(true)}>
          <SteezeIcon size={18} />
          Get Steeze
        </Button>
      )}
      <div className={styles.actions}>
        <Button kind="secondary" onClick={onClose}>
          Cancel
        </Button>
        <span id={orderId} hidden>
          {formatWhole(amount ?? 0)} Steeze to {side.name} <Username {...side.person} />
        </span>
        <Button
          ref={giftButton}
          type="submit"
          kind={missing > 0 ? 'secondary' : 'primary'}
          disabled={balance === 0 && !order.isWaiting}
          busy={order.isWaiting && 'Checking your balance...'}
          aria-describedby={orderId}
        >
          <SteezeIcon size={18} />
          {decides && balance > 0 && amount !== null && isVote(amount) ? 'Vote' : 'Gift'}
        </Button>
      </div>
    </form>
  )
}

interface BuyingProps {
  side: Side
  amount: number
  missing: number
  onBought: (steeze: number) => void
  onBack: () => void
}

function Buying({ side, amount, missing, onBought, onBack }: BuyingProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className={styles.form} data-aura={side.accent}>
      <header className={styles.head}>
        <div>
          <DialogTitle ref={title} tabIndex={-1} className={styles.title}>
            Get Steeze
          </DialogTitle>
          <p>
            to gift {formatWhole(amount)} to {side.name} <Username {...side.person} />
          </p>
        </div>
        <DialogClose className="-mr-3 ml-auto" />
      </header>
      <Suspense fallback={<Skeleton className="h-64" />}>
        <GetSteeze wanted={missing} onBought={onBought} />
      </Suspense>
      <Button kind="secondary" className="mt-2" onClick={onBack}>
        <ArrowLeft size={18} aria-hidden="true" />
        Back to your gift
      </Button>
    </div>
  )
}

function After({ side, sides, amount }: { side: Side; sides: readonly [Side, Side]; amount: number }) {
  const [a, b] = sides
  const isA = side.person.id === a.person.id
  const given = Math.max(0, amount)
  const share = shareOf(a.steeze, b.steeze)
  const after = shareOf(a.steeze + (isA ? given : 0), b.steeze + (isA ? 0 : given))
  const own = (part: number) => percent(isA ? part : 1 - part)
  return (
    <div className={styles.after}>
      <p>
        <span>Live Aura Radar, after</span>
        <b className="num">
          {own(share)} to {own(after)}
        </b>
      </p>
      <p className={styles.lead} role="status">
        {leadAfter(missingToLead(side.steeze + given, (isA ? b : a).steeze), side.name)}
      </p>
      <Radar sides={sides} share={share} after={after} title="Live Aura Radar" bare />
    </div>
  )
}

const leadAfter = (missing: number | null, name: string): string =>
  missing === null ? `With this ${name} leads.` : `${formatWhole(missing)} more and ${name} would lead.`

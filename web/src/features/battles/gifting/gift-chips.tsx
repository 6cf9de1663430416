import type { Answer } from '@aura/api/calls'
import { formatWhole } from '@aura/api/money'
import { BATTLE_RULES } from '@aura/api/rules/battles'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { priceText } from '#features/steeze'
import { readKey } from '#lib/query-client'
import { serverNow } from '#lib/time/server-clock'
import { toast } from '#ui/feedback/toast'
import type { Side } from '../shared/battle-view.ts'
import styles from './gift-buttons.module.css'
import { type ComboState, GiftCombo, steezeLeft } from './gift-combo.ts'
import type { GivenGift, PendingGift } from './use-gift.ts'

const HOLD_AFTER_MS = 400
const REPEAT_MS = 200
const CLICK_FOLLOWS_MS = 350

export interface ComboOptions {
  side: Side
  endsAt: string
  /** Gifts on their way to either side. */
  pending: readonly PendingGift[]
  give: (amount: number) => Promise<GivenGift>
}

/** Returns the combo of taps for one side. What is unsent when the side's buttons leave is dropped, and says so. */
export function useGiftCombo(options: ComboOptions) {
  const client = useQueryClient()
  const newest = useRef(options)
  newest.current = options
  const [combo] = useState(
    () =>
      new GiftCombo({
        give: async (amount) => (await newest.current.give(amount)).amount,
        available() {
          const known = client.getQueryState<Answer<'GET /api/auth/user'>>(readKey('GET /api/auth/user'))
          return known?.data && steezeLeft(known.data.steezeBalance, known.dataUpdatedAt, newest.current.pending)
        },
        msLeft: () => Date.parse(newest.current.endsAt) - serverNow(),
        onEnd: ({ given, dropped, isAll }) => tellEnd(newest.current.side.name, given, dropped, isAll),
      }),
  )
  const state = useSyncExternalStore(combo.subscribe, combo.state)
  useEffect(
    () => () => {
      const dropped = combo.stop()
      if (dropped > 0) toast({ title: 'Not Sent', description: unsentText(newest.current.side.name, dropped) })
    },
    [combo],
  )
  return { combo, state }
}

const unsentText = (name: string, dropped: number): string =>
  `${formatWhole(dropped)} Steeze for ${name} weren’t sent, and nothing was charged for them.`

function tellEnd(name: string, given: number, dropped: number, isAll: boolean): void {
  if (given > 0) {
    const description = `Successfully gifted ${formatWhole(given)} Steeze tokens${isAll ? '. That was all you had.' : ''}`
    toast({ title: 'Steeze Gifted!', description })
  }
  if (dropped > 0) toast({ title: 'Not Sent', description: unsentText(name, dropped), kind: 'destructive' })
}

interface GiftChipsProps {
  name: string
  combo: GiftCombo
  state: ComboState
  isOff: boolean
  onOff: () => void
  /** Called for a tap that finds no Steeze. */
  onEmpty: (amount: number) => void
}

/** One tap gives at once; holding repeats it. Nothing is sent for a second, and until then it can be undone. */
export function GiftChips({ name, combo, state, isOff, onOff, onEmpty }: GiftChipsProps) {
  const hold = useHold((amount) => combo.tap(amount) > 0 || combo.state().limit === 'pace')
  const tap = (amount: number) => {
    if (isOff) return onOff()
    const { unsent, sending } = combo.state()
    if (combo.tap(amount) === 0 && unsent + sending === 0) onEmpty(amount)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, and the buttons say what they do
    <div className={styles.chips} role="group" aria-label={`Gift ${name} at once`} data-limit={state.limit}>
      {BATTLE_RULES.taps.steeze.map((amount) => (
        <button
          key={amount}
          type="button"
          className={styles.chip}
          aria-disabled={isOff || undefined}
          {...(!isOff && hold.on(amount))}
          onClick={() => {
            if (!hold.wasHeld()) tap(amount)
          }}
        >
          <span className="sr-only">Gift </span>
          <b className="num">{amount}</b>
          <span className="sr-only"> Steeze to {name}, </span>
          <small>{priceText(amount)}</small>
        </button>
      ))}
    </div>
  )
}

/** Repeats `repeat` while a button is held by pointer or key, until it returns false. */
function useHold(repeat: (amount: number) => boolean) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isHeld = useRef(false)
  const newest = useRef(repeat)
  newest.current = repeat
  const stop = () => {
    clearTimeout(timer.current)
    // The click that ends a hold follows at once.
    timer.current = setTimeout(() => {
      isHeld.current = false
    }, CLICK_FOLLOWS_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const start = (amount: number, afterMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(function again() {
      isHeld.current = true
      if (newest.current(amount)) timer.current = setTimeout(again, REPEAT_MS)
    }, afterMs)
  }
  return {
    /** Returns, once, whether the press that ends was held. */
    wasHeld() {
      const was = isHeld.current
      isHeld.current = false
      return was
    },
    on: (amount: number) => ({
      onPointerDown() {
        isHeld.current = false
        start(amount, HOLD_AFTER_MS)
      },
      onPointerUp: stop,
      onPointerLeave: stop,
      onPointerCancel: stop,
      onBlur: stop,
      onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
      onKeyDown(event: KeyboardEvent) {
        if (event.key !== 'Enter' && event.key !== ' ') return
        // The key's own repeats are as fast as the system likes.
        if (event.repeat) return event.preventDefault()
        isHeld.current = false
        start(amount, HOLD_AFTER_MS)
      },
      onKeyUp: stop,
    }),
  }
}

interface ComboLineProps {
  name: string
  combo: GiftCombo
  state: ComboState
}

/** Shows the running sum, its price and, until it is sent, how to take it back. */
export function ComboLine({ name, combo, state }: ComboLineProps) {
  const { unsent, sending, given, limit } = state
  const sum = given + sending + unsent
  return (
    <p className={styles.combo} data-combo={sum}>
      <span aria-hidden="true">
        <b key={sum} className="num">
          +{formatWhole(sum)}
        </b>{' '}
        {limit === 'balance'
          ? 'all you have'
          : limit === 'pace'
            ? `${BATTLE_RULES.taps.maxUnsent} at a time`
            : priceText(sum)}
      </span>
      {unsent > 0 && <Undo name={name} unsent={unsent} onUndo={() => combo.undo()} />}
    </p>
  )
}

function Undo({ name, unsent, onUndo }: { name: string; unsent: number; onUndo: () => void }) {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = ref.current
    // It leaves when there is nothing to undo; the focus goes to the chips.
    return () => {
      if (button !== document.activeElement) return
      button?.closest('[data-taps]')?.querySelector<HTMLElement>('[role="group"] button')?.focus()
    }
  }, [])
  return (
    <button ref={ref} type="button" onClick={onUndo} aria-label={`Undo ${unsent} Steeze to ${name}, not sent yet`}>
      Undo {formatWhole(unsent)}
    </button>
  )
}

/** Announces what is sent and what is not, never each tap. */
export function ComboStatus({ name, state: { unsent, sending, limit } }: { name: string; state: ComboState }) {
  const isAll = limit === 'balance' ? ' That is all you have.' : ''
  return (
    <span role="status" className="sr-only">
      {sending > 0
        ? `Sending ${formatWhole(sending)} Steeze to ${name}.${isAll}`
        : unsent > 0 && `Gifting ${name} in a second. Undo takes it back until then.`}
    </span>
  )
}

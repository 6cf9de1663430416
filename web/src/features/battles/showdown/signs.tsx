import { Flame, Heart, Pause, Play, Star, Zap } from 'lucide-react'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { request } from '#lib/api'
import { useLiveSignals } from '#lib/live/use-live'
import type { BattleDetail, Side, Vote } from '../shared/battle-view.ts'
import { useFreshGifts } from './gifts/use-fresh-gifts.ts'
import { OwnTaps } from './own-taps.ts'
import styles from './showdown.module.css'

export interface Sign {
  key: string
  icon: keyof typeof ICONS
  side: 0 | 1
  /** Position in percent of the stage. */
  left: number
  top: number
}

const ICONS = { heart: Heart, star: Star, flame: Flame, zap: Zap } as const
const LASTS_MS = 2_200
const MAX_SHOWN = 12

const LOUDNESS = ['heart', 'star', 'flame', 'zap'] as const
/** Thresholds of the icons: Steeze of a gift, and taps at nearly the same moment. */
const GIFT_STEPS = [10, 50, 100]
const TAP_STEPS = [5, 15, 40]

const iconOf = (amount: number, steps: readonly number[]): Sign['icon'] =>
  LOUDNESS[steps.filter((step) => amount >= step).length] ?? 'zap'

interface SignOptions {
  battle: Pick<BattleDetail, 'id' | 'giftCount'>
  isFresh: boolean
  sides: readonly [Side, Side]
  isPlaying: boolean
  isLow: boolean
}

export interface Crowd {
  signs: readonly Sign[]
  tap: (side: 0 | 1) => void
}

export function useSigns(votes: readonly Vote[] | undefined, options: SignOptions): Crowd {
  const { battle, isFresh, sides, isPlaying, isLow } = options
  const [shown, setShown] = useState<readonly Sign[]>([])
  const now = useRef(options)
  now.current = options
  const show = useCallback((signs: readonly Sign[]) => {
    if (signs.length === 0 || !now.current.isPlaying || document.hidden) return
    setShown((all) => [...all, ...signs].slice(-MAX_SHOWN))
    setTimeout(() => setShown((all) => all.filter((each) => !signs.includes(each))), LASTS_MS)
  }, [])
  useFreshGifts(votes, { giftCount: battle.giftCount, isFresh }, (fresh) =>
    show(
      fresh.slice(0, MAX_SHOWN).map(({ id, seq, amount, participantId }): Sign => {
        const side = participantId === sides[0].person.id ? 0 : 1
        return { key: id, icon: iconOf(amount, GIFT_STEPS), side, ...placeOf(seq, side, isLow) }
      }),
    ),
  )
  const tap = useTaps(options, show)
  return { signs: isPlaying ? shown : NONE, tap }
}

type Show = (signs: readonly Sign[]) => void

function useTaps({ battle: { id: battleId }, sides, isLow }: SignOptions, show: Show): Crowd['tap'] {
  const count = useRef(0)
  const sign = (side: 0 | 1, taps: number): Sign => {
    const turn = count.current++
    return { key: `tap ${turn}`, icon: iconOf(taps, TAP_STEPS), side, ...placeOf(turn, side, isLow) }
  }
  const [own] = useState(
    () =>
      new OwnTaps({
        send: (participantId, taps) =>
          request('POST /api/battles/:id/react', { params: { id: battleId }, body: { participantId, taps } }),
      }),
  )
  useEffect(() => () => own.stop(), [own])
  useLiveSignals(`battle:${battleId}`, (counts) => {
    const signs = ([0, 1] as const).map((side) => {
      const { id } = sides[side].person
      const taps = own.others(id, counts[id] ?? 0)
      return taps > 0 ? sign(side, taps) : undefined
    })
    show(signs.filter((each) => each !== undefined))
  })
  return (side) => {
    own.tap(sides[side].person.id)
    show([sign(side, 1)])
  }
}

const NONE: readonly Sign[] = []

/** Spreads icons around a disc by the golden angle, which never repeats. */
function placeOf(seq: number, side: 0 | 1, isLow: boolean): { left: number; top: number } {
  const angle = seq * 2.399963
  const [x, y] = DISCS[isLow ? 'low' : 'high'][innerWidth < 896 ? 'phone' : 'wide'][side]
  return { left: x + Math.cos(angle) * 14, top: y + Math.sin(angle) * 24 }
}

type Places = readonly [readonly [number, number], readonly [number, number]]

/** Centres of the discs, in percent of the stage. */
const DISCS = {
  high: {
    phone: [
      [26, 40],
      [74, 79],
    ],
    wide: [
      [25, 43],
      [75, 43],
    ],
  },
  low: {
    phone: [
      [16, 48],
      [84, 48],
    ],
    wide: [
      [33, 65],
      [67, 65],
    ],
  },
} as const satisfies Record<string, Record<string, Places>>

export function Signs({ signs, sides }: { signs: readonly Sign[]; sides: readonly [Side, Side] }) {
  return (
    <div aria-hidden="true">
      {signs.map((sign) => (
        <SignIcon key={sign.key} sign={sign} accent={sides[sign.side].accent} />
      ))}
    </div>
  )
}

const SignIcon = memo(function SignIcon({ sign: { icon, left, top }, accent }: { sign: Sign; accent: string }) {
  const Icon = ICONS[icon]
  return (
    <span className={styles.sign} data-sign={icon} data-aura={accent} style={{ left: `${left}%`, top: `${top}%` }}>
      <Icon size={22} strokeWidth={1.75} />
    </span>
  )
})

export function PauseButton({ isPlaying, onChange }: { isPlaying: boolean; onChange: (isPlaying: boolean) => void }) {
  const Icon = isPlaying ? Pause : Play
  return (
    <button
      type="button"
      className={styles.pause}
      aria-label={isPlaying ? 'Pause effects' : 'Play effects'}
      onClick={() => onChange(!isPlaying)}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}

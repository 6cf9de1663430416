import { Flame, Heart, Pause, Play, Star, Zap } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldControl } from '#aura/live-field-canvas.tsx'
import type { BattleDetail, Side, Vote } from './battle-view.ts'
import styles from './showdown.module.css'

/** One sign on the field. */
export interface Reaction {
  key: string
  icon: keyof typeof ICONS
  side: 0 | 1
  /** Place in the stage, in percent. */
  left: number
  top: number
}

const ICONS = { heart: Heart, star: Star, flame: Flame, zap: Zap } as const
const LASTS_MS = 2_200
const MOST = 12

/** The larger the gift, the louder the sign. */
const iconOf = (amount: number): Reaction['icon'] =>
  amount >= 100 ? 'zap' : amount >= 50 ? 'flame' : amount >= 10 ? 'star' : 'heart'

interface ReactionOptions {
  sides: readonly [Side, Side]
  isPlaying: boolean
  field: RefObject<FieldControl | null>
  topGifters: BattleDetail['topGifters']
}

/** Signs and sparks of gifts that came while somebody looks; without a gift there are none. */
export function useReactions(
  votes: readonly Vote[] | undefined,
  { sides, isPlaying, field, topGifters }: ReactionOptions,
) {
  const [shown, setShown] = useState<readonly Reaction[]>([])
  const newestSeq = useRef<number | null>(null)
  const latest = votes?.[0]?.seq ?? 0
  const now = useRef({ sides, isPlaying, topGifters })
  now.current = { sides, isPlaying, topGifters }
  useEffect(() => {
    if (!votes) return
    const since = newestSeq.current
    newestSeq.current = latest
    // What was given before is history.
    if (since === null || latest <= since || !now.current.isPlaying) return
    const fresh = votes.filter(({ seq }) => seq > since).slice(0, MOST)
    for (const vote of fresh) {
      const isA = vote.participantId === now.current.sides[0].person.id
      const gifters = now.current.topGifters[isA ? 'challenger' : 'opponent']
      const rank = gifters.findIndex(({ userId }) => userId === vote.voterId)
      field.current?.spark(isA ? 'a' : 'b', rank === -1 ? vote.seq : rank)
    }
    const signs = fresh.map((vote): Reaction => {
      const side = vote.participantId === now.current.sides[0].person.id ? 0 : 1
      return { key: vote.id, icon: iconOf(vote.amount), side, ...placeOf(vote.seq, side) }
    })
    setShown((all) => [...all, ...signs].slice(-MOST))
    // Each has its time, whatever comes after it.
    setTimeout(() => setShown((all) => all.filter((each) => !signs.includes(each))), LASTS_MS)
  }, [votes, latest, field])
  return isPlaying ? shown : NONE
}

const NONE: readonly Reaction[] = []

/** Around the disc of a side, another place for each gift: the golden angle never repeats. */
function placeOf(seq: number, side: 0 | 1): { left: number; top: number } {
  const angle = seq * 2.399963
  const [x, y] = innerWidth < 896 ? [side === 0 ? 26 : 74, side === 0 ? 40 : 79] : [side === 0 ? 25 : 75, 43]
  return { left: x + Math.cos(angle) * 14, top: y + Math.sin(angle) * 24 }
}

/** The signs, where they come up. Decoration: the lists say who gave what. */
export function Reactions({ reactions, sides }: { reactions: readonly Reaction[]; sides: readonly [Side, Side] }) {
  return (
    <div aria-hidden="true">
      {reactions.map(({ key, icon, side, left, top }) => {
        const Icon = ICONS[icon]
        return (
          <span
            key={key}
            className={styles.reaction}
            data-reaction={icon}
            data-aura={sides[side].accent}
            style={{ left: `${left}%`, top: `${top}%` }}
          >
            <Icon size={22} strokeWidth={1.75} />
          </span>
        )
      })}
    </div>
  )
}

/** Stops and starts everything that moves for show. */
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

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { FieldControl } from '#aura/canvas/live-field-canvas.tsx'
import type { User } from '#features/auth'
import type { GivenGift, PendingGift } from '../../gifting/use-gift.ts'
import type { BattleDetail, Side, Vote } from '../../shared/battle-view.ts'
import { type HeardGift, hearGifts, NO_GIFTS, nextChangeMs, streamersOf } from './gift-banners.ts'
import { followLead, type Lead, leadDueMs, startLead } from './lead.ts'
import { leadWords } from './lead-words.ts'
import { useFreshGifts } from './use-fresh-gifts.ts'

const LEAD_SHOWS_MS = 2_600
const VIBRATION_MS = 40
/** A change this soon after an own gift to the new leader counts as the viewer's doing. */
const OWN_DOING_MS = 3_000
const SIDES = ['a', 'b'] as const

interface OwnGift {
  participantId: string
  atMs: number
}

export interface GiftMomentsOptions {
  battle: Pick<BattleDetail, 'status' | 'giftCount'>
  isFresh: boolean
  sides: readonly [Side, Side]
  viewer: User | null
  pending: readonly PendingGift[]
  isPlaying: boolean
  field: RefObject<FieldControl | null>
}

export function useGiftMoments(votes: readonly Vote[] | undefined, options: GiftMomentsOptions) {
  const lastOwn = useRef<OwnGift | null>(null)
  const { heard, nowMs, hearOwn } = useHeardGifts(votes, options, lastOwn)
  return { heard, nowMs, hearOwn, lead: useLead(options, lastOwn) }
}

function useHeardGifts(
  votes: readonly Vote[] | undefined,
  options: GiftMomentsOptions,
  lastOwn: RefObject<OwnGift | null>,
) {
  const [{ heard, nowMs }, setState] = useState({ heard: NO_GIFTS, nowMs: 0 })
  const newest = useRef(options)
  newest.current = options
  const ownSeqs = useRef(new Set<number>())
  /** Own gifts arrive twice, in either order: by their confirmation and by the list. */
  const isFirst = useCallback((seq: number) => {
    const isNew = !ownSeqs.current.has(seq)
    ownSeqs.current.add(seq)
    return isNew
  }, [])
  const hear = useCallback((gifts: readonly HeardGift[], missed: number) => {
    const { isPlaying, field } = newest.current
    if (document.hidden || !isPlaying || gifts.length + missed === 0) return
    const atMs = performance.now()
    setState((known) => ({ heard: hearGifts(known.heard, gifts, missed, atMs), nowMs: atMs }))
    for (const { side, ...streamer } of streamersOf(gifts)) field.current?.gift({ ...streamer, side: SIDES[side] })
  }, [])
  const { battle, isFresh } = options
  useFreshGifts(votes, { giftCount: battle.giftCount, isFresh }, (fresh, missed) => {
    const { sides, viewer } = newest.current
    const isOwn = (gift: Vote) => gift.voterId === viewer?.id
    const unheard = fresh.filter((gift) => !isOwn(gift) || isFirst(gift.seq))
    hear(
      unheard.map((gift) => heardGift(gift, sides, isOwn(gift))),
      missed,
    )
  })
  const hearOwn = useCallback(
    ({ seq, participantId, amount }: GivenGift) => {
      const { sides, viewer } = newest.current
      if (!viewer) return
      lastOwn.current = { participantId, atMs: performance.now() }
      if (!isFirst(seq)) return
      const { id: giverId, username: name, profileImageUrl: image } = viewer
      const side = participantId === sides[0].person.id ? 0 : 1
      hear([{ seq, giverId, name: name ?? '', image, side, amount, isOwn: true }], 0)
    },
    [hear, isFirst, lastOwn],
  )
  const next = nextChangeMs(heard, nowMs)
  useEffect(() => {
    if (next === null) return
    const timer = setTimeout(
      () => setState((known) => ({ ...known, nowMs: Math.max(next, performance.now()) })),
      next - performance.now(),
    )
    return () => clearTimeout(timer)
  }, [next])
  return { heard, nowMs, hearOwn }
}

export const heardGift = (
  { seq, voterId, voterUsername, voterImageUrl, participantId, amount }: Vote,
  sides: readonly [Side, Side],
  isOwn: boolean,
): HeardGift => ({
  seq,
  giverId: voterId,
  name: voterUsername,
  image: voterImageUrl,
  side: participantId === sides[0].person.id ? 0 : 1,
  amount,
  isOwn,
})

export interface ShownLead {
  side: 0 | 1
  lines: readonly [string, string]
  key: number
}

function useLead(options: GiftMomentsOptions, lastOwn: RefObject<OwnGift | null>): ShownLead | null {
  const { battle, isFresh, sides } = options
  const [a, b] = [sides[0].steeze, sides[1].steeze]
  const [shown, setShown] = useState<ShownLead | null>(null)
  const newest = useRef(options)
  newest.current = options
  const known = useRef<Lead>(null)
  const isActive = battle.status === 'active'
  useEffect(() => {
    if (!isFresh) return
    let lead = known.current ?? startLead(a, b)
    known.current = lead
    if (!isActive) return
    let timer: ReturnType<typeof setTimeout>
    const follow = () => {
      const nowMs = performance.now()
      lead = followLead(lead, a, b, nowMs)
      known.current = lead
      const { leader, shownMs } = lead
      if (shownMs === nowMs && leader !== null) {
        const { sides: now, pending } = newest.current
        const { id } = now[leader].person
        const isConfirmed = lastOwn.current?.participantId === id && nowMs - lastOwn.current.atMs < OWN_DOING_MS
        const isOwnGift = isConfirmed || pending.some(({ participantId }) => participantId === id)
        setShown(announce(leader, nowMs, newest.current, isOwnGift))
      }
      const dueMs = leadDueMs(lead)
      if (dueMs !== null) timer = setTimeout(follow, Math.max(1, dueMs - performance.now()))
    }
    follow()
    return () => clearTimeout(timer)
  }, [a, b, isActive, isFresh, lastOwn])
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(null), LEAD_SHOWS_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return isActive ? shown : null
}

function announce(
  side: 0 | 1,
  key: number,
  { sides, viewer, isPlaying, field }: GiftMomentsOptions,
  isOwnGift: boolean,
): ShownLead {
  const { person, name } = sides[side]
  if (isPlaying && !document.hidden) {
    field.current?.surge(SIDES[side])
    vibrate()
  }
  return { side, key, lines: leadWords({ name, isLeader: viewer?.id === person.id, isOwnGift }) }
}

function vibrate(): void {
  // Browsers refuse it, with a warning, before the first touch.
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || !navigator.userActivation?.hasBeenActive) return
  navigator.vibrate?.(VIBRATION_MS)
}

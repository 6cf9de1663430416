import type { HeardGift } from '../showdown/gifts/gift-banners.ts'

type Place = 0 | 1

export interface GiftAlert extends Omit<HeardGift, 'isOwn'> {
  kind: 'gift'
  /** Gifts of this person in a row that this alert sums up. */
  count: number
  /** Later gifts for which there is no alert of their own. */
  more: { count: number; amount: number }
}

export type Alert =
  | GiftAlert
  | { kind: 'lead'; side: Place }
  | { kind: 'minute' }
  /** `side` is null in a draw. */
  | { kind: 'win'; side: Place | null; gifter: string | null }

export interface AlertQueue {
  /** Number of the last gift heard. */
  seq: number
  scores: readonly [number, number]
  /** By the gifts heard. A tie keeps the previous leader; null until a side has led. */
  leader: Place | null
  /** The leader that viewers know: of the last lead alert, or when the page opened. */
  shownLeader: Place | null
  hasToldMinute: boolean
  hasToldResult: boolean
  shown: { alert: Alert; untilMs: number } | null
  waiting: readonly Alert[]
}

/** Scores that include all gifts up to number `giftCount`. */
export interface Totals {
  giftCount: number
  scores: readonly [number, number]
  /** Whether gifts decide the battle, so that they have a lead to change. */
  decide?: boolean
}

export const ALERT_SHOWS_MS = 5_000
/** Gift alerts that wait at most. The last of them counts the gifts after it. */
const MAX_WAITING_GIFTS = 3

const leaderOf = ([a, b]: readonly [number, number]): Place | null => (a === b ? null : a > b ? 0 : 1)

/** Returns the queue of a page that opens: what happened before is not shown. */
export function openAlerts({ giftCount, scores }: Totals, isFinalMinute: boolean): AlertQueue {
  const leader = leaderOf(scores)
  return {
    seq: giftCount,
    scores,
    leader,
    shownLeader: leader,
    hasToldMinute: isFinalMinute,
    hasToldResult: false,
    shown: null,
    waiting: [],
  }
}

/** Adds gifts by their numbers, in any order and repeatedly, and the changes of the lead between them. */
export function hearGifts(known: AlertQueue, gifts: readonly HeardGift[], totals: Totals, nowMs: number): AlertQueue {
  const fresh = gifts.filter(({ seq }) => seq > known.seq).toSorted((a, b) => a.seq - b.seq)
  let queue = known
  let scores = scoresBefore(known, fresh, totals)
  for (const { isOwn: _, ...gift } of fresh) {
    scores = plus(scores, [gift], 1)
    const leader = leaderOf(scores) ?? queue.leader
    const isChange = totals.decide !== false && leader !== null && leader !== queue.leader
    queue = add(queue, { kind: 'gift', ...gift, count: 1, more: { count: 0, amount: 0 } }, nowMs)
    queue = { ...queue, seq: gift.seq, scores, leader }
    if (isChange) queue = add(queue, { kind: 'lead', side: leader }, nowMs)
  }
  return queue
}

/** Counts back from the totals if the gifts reach them: gifts may be missing since the last time. */
function scoresBefore({ scores }: AlertQueue, fresh: readonly HeardGift[], totals: Totals) {
  const newest = fresh.at(-1)
  if (!newest || newest.seq < totals.giftCount) return scores
  return plus(
    totals.scores,
    fresh.filter(({ seq }) => seq <= totals.giftCount),
    -1,
  )
}

function plus(scores: readonly [number, number], gifts: readonly Pick<HeardGift, 'side' | 'amount'>[], sign: 1 | -1) {
  const of = (side: Place) =>
    gifts.reduce((sum, gift) => (gift.side === side ? sum + sign * gift.amount : sum), scores[side])
  return [of(0), of(1)] as const
}

/** Adds the final minute, once for a page even if the end moves. */
export function hearFinalMinute(queue: AlertQueue, nowMs: number): AlertQueue {
  return queue.hasToldMinute ? queue : { ...add(queue, { kind: 'minute' }, nowMs), hasToldMinute: true }
}

/** Adds the result, once. */
export function hearResult(
  queue: AlertQueue,
  result: { side: Place | null; gifter: string | null },
  nowMs: number,
): AlertQueue {
  return queue.hasToldResult ? queue : { ...add(queue, { kind: 'win', ...result }, nowMs), hasToldResult: true }
}

/** Ends alerts whose time is over. Each has the same time, also while the page sleeps. */
export function passTime(queue: AlertQueue, nowMs: number): AlertQueue {
  const { shown } = queue
  if (!shown || shown.untilMs > nowMs) return queue
  const [next, ...waiting] = queue.waiting
  if (!next) return { ...queue, shown: null }
  return passTime(show({ ...queue, waiting }, next, shown.untilMs), nowMs)
}

const show = (queue: AlertQueue, alert: Alert, fromMs: number): AlertQueue => ({
  ...queue,
  shown: { alert, untilMs: fromMs + ALERT_SHOWS_MS },
  shownLeader: alert.kind === 'lead' ? alert.side : queue.shownLeader,
})

function add(known: AlertQueue, alert: Alert, nowMs: number): AlertQueue {
  const queue = passTime(known, nowMs)
  const waiting = enqueue(queue, alert)
  const [first] = waiting
  return queue.shown || !first ? { ...queue, waiting } : show({ ...queue, waiting: [] }, first, nowMs)
}

/** Gifts keep their order. What is about time goes ahead of them, and what it makes untrue is left out. */
function enqueue({ waiting, shownLeader }: AlertQueue, alert: Alert): readonly Alert[] {
  const withoutLead = waiting.filter(({ kind }) => kind !== 'lead')
  switch (alert.kind) {
    case 'gift':
      return enqueueGift(waiting, alert)
    case 'lead':
      return alert.side === shownLeader ? withoutLead : [...withoutLead, alert]
    case 'minute':
      return [alert, ...waiting]
    case 'win':
      return [alert, ...withoutLead.filter(({ kind }) => kind !== 'minute')]
  }
}

function enqueueGift(waiting: readonly Alert[], gift: GiftAlert): readonly Alert[] {
  const gifts = waiting.filter((alert) => alert.kind === 'gift')
  const last = gifts.at(-1)
  if (!last) return [...waiting, gift]
  const replaceLast = (next: GiftAlert) => waiting.map((alert) => (alert === last ? next : alert))
  const { more } = last
  const isSamePerson = last.giverId === gift.giverId && last.side === gift.side
  if (isSamePerson && more.count === 0 && waiting.at(-1) === last) {
    return replaceLast({ ...last, amount: last.amount + gift.amount, count: last.count + 1 })
  }
  if (gifts.length < MAX_WAITING_GIFTS) return [...waiting, gift]
  return replaceLast({ ...last, more: { count: more.count + 1, amount: more.amount + gift.amount } })
}

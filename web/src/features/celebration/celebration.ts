import { useSyncExternalStore } from 'react'
import { browserStore } from '#lib/browser-storage'
import { heldStanding, type Standing } from './standing.rules.ts'

export interface Celebration {
  userId: string
  /** Set if the aura of another person grew. */
  of?: { id: string; name: string }
  /** Amount 0 if only the streak grew. */
  gained: { amount: number; unit: 'AP' | 'Steeze' }
  before: Standing
  after: Standing
  /** A sentence that is shown unless a level was reached. */
  text: string
  /** Whether its level is one that was lost before, so that none was reached. */
  isRegained?: boolean
  /** The next step, which the main button takes. */
  onward?: { text: string; to: string }
  /** The page it belongs to, by default the current one. It waits for that page, and ends when the page is left. */
  path?: string
  /** Names a moment that a reload or another tab comes upon again. */
  key?: string
}

export interface Celebrating extends Celebration {
  id: number
  path: string
}

interface State {
  queue: readonly Celebrating[]
  /** Whether the queue's first celebration has counted to its end. */
  isCounted: boolean
  /** Figures from before a write that may be celebrated. */
  pending: { userId: string; standing: Standing } | null
}

const CELEBRATED = 'aura-celebrated'
const MOST_REMEMBERED = 20
const listeners = new Set<() => void>()
const whenOpened = new Map<number, () => void>()
let current: State = { queue: [], isCounted: false, pending: null }
let lastId = 0

const snapshot = (): State => current

function change(next: Partial<State>): void {
  current = { ...current, ...next }
  for (const listener of listeners) listener()
}

/** Returns whether this browser hasn't celebrated the moment yet, and remembers that it has. */
function isFirstTime(moment: string): boolean {
  const before = (browserStore.getItem(CELEBRATED) ?? '').split('\n')
  if (before.includes(moment)) return false
  browserStore.setItem(CELEBRATED, [moment, ...before].slice(0, MOST_REMEMBERED).join('\n'))
  return true
}

/**
 * Starts a celebration, or queues it behind the one on screen. It survives refetches, but not reloads, so that it never
 * comes twice. The promise resolves once it covers the page, or won't be shown.
 */
export function celebrate({ path = location.pathname, ...celebration }: Celebration): Promise<void> {
  const { userId, key } = celebration
  if (key !== undefined && !isFirstTime(`${userId} ${key}`)) return Promise.resolve()
  // Celebrations of an account that has left this tab would never be dismissed.
  const queue = current.queue.filter((each) => each.userId === userId)
  const celebrating = { ...celebration, path, id: ++lastId }
  const opened = new Promise<void>((resolve) => whenOpened.set(celebrating.id, resolve))
  change(queue.length === 0 ? { queue: [celebrating], isCounted: false } : { queue: [...queue, celebrating] })
  return opened
}

export function endCelebration(): void {
  const [over, next] = current.queue
  if (over) openedCelebration(over)
  if (next) openedCelebration(next)
  change({ queue: current.queue.slice(1), isCounted: false })
}

/** Ends the celebrations of other pages than `path`, so that none covers a page it doesn't belong to. */
export function endCelebrationsElsewhere(path: string): void {
  const queue = current.queue.filter((each) => each.path === path)
  if (queue.length === current.queue.length) return
  for (const each of current.queue) if (each.path !== path) openedCelebration(each)
  change({ queue, isCounted: current.isCounted && queue[0] === current.queue[0] })
}

export function openedCelebration({ id }: Celebrating): void {
  whenOpened.get(id)?.()
  whenOpened.delete(id)
}

/** Ends the count of this celebration, so that the figures behind it change. */
export function countedCelebration({ id }: Celebrating): void {
  if (current.queue[0]?.id === id) change({ isCounted: true })
}

/**
 * Freezes the figures on screen while a write is running, because its live update may arrive before its response.
 * Returns a function that releases them; a celebration started meanwhile keeps holding them.
 */
export function holdFigures(user: { id: string; currentStreak: number; auraPoints: number } | undefined): () => void {
  if (!user) return () => {}
  const pending = { userId: user.id, standing: { days: user.currentStreak, auraPoints: user.auraPoints } }
  change({ pending })
  return () => {
    if (current.pending === pending) change({ pending: null })
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const first = (): Celebrating | undefined => current.queue[0]

export const useCelebration = (): Celebrating | null => useSyncExternalStore(subscribe, first, first) ?? null

interface Figures {
  id: string
  currentStreak: number
  auraPoints: number
  availableAuraPoints: number
}

export function useCountedFigures<T extends Figures>(user: T): T {
  const state = useSyncExternalStore(subscribe, snapshot, snapshot)
  const held = heldStanding(user.id, state)
  if (!held) return user
  const uncounted = Math.max(0, user.auraPoints - held.auraPoints)
  return {
    ...user,
    auraPoints: user.auraPoints - uncounted,
    availableAuraPoints: Math.max(0, user.availableAuraPoints - uncounted),
    currentStreak: Math.min(held.days, user.currentStreak),
  }
}

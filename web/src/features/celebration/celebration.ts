import { useSyncExternalStore } from 'react'
import { tabStore } from '#lib/browser-storage'
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
}

/** The start time lets a reloaded page resume. It is set when the celebration is shown. */
export interface Celebrating extends Celebration {
  startedAtMs: number
}

interface State {
  queue: readonly Celebrating[]
  /** Whether the queue's first celebration has counted to its end. */
  isCounted: boolean
  /** Figures from before a write that may be celebrated. */
  pending: { userId: string; standing: Standing } | null
}

const STORED_AS = 'aura-celebration'
const listeners = new Set<() => void>()
const whenOpened = new Map<Celebrating, () => void>()
let current: State | undefined

function stored(): Celebrating[] {
  try {
    const kept: unknown = JSON.parse(tabStore.getItem(STORED_AS) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each?.startedAtMs === 'number') : []
  } catch {
    return []
  }
}

function snapshot(): State {
  current ??= { queue: stored(), isCounted: false, pending: null }
  return current
}

function change(next: Partial<State>): void {
  current = { ...snapshot(), ...next }
  if (current.queue.length > 0) tabStore.setItem(STORED_AS, JSON.stringify(current.queue))
  else tabStore.removeItem(STORED_AS)
  for (const listener of listeners) listener()
}

/**
 * Starts a celebration, or queues it behind the one on screen. It survives refetches and reloads until dismissed. The
 * promise resolves once it covers the page, or could not be shown.
 */
export function celebrate(celebration: Celebration): Promise<void> {
  // Celebrations of an account that has left this tab would never be dismissed.
  const queue = snapshot().queue.filter(({ userId }) => userId === celebration.userId)
  const celebrating = { ...celebration, startedAtMs: Date.now() }
  const opened = new Promise<void>((resolve) => whenOpened.set(celebrating, resolve))
  change(queue.length === 0 ? { queue: [celebrating], isCounted: false } : { queue: [...queue, celebrating] })
  return opened
}

export function endCelebration(): void {
  const [over, next, ...rest] = snapshot().queue
  if (over) openedCelebration(over)
  if (next) openedCelebration(next)
  change({ queue: next ? [{ ...next, startedAtMs: Date.now() }, ...rest] : [], isCounted: false })
}

export function openedCelebration(celebrating: Celebrating): void {
  whenOpened.get(celebrating)?.()
  whenOpened.delete(celebrating)
}

/** Ends the count of the celebration that began then, so that the figures behind it change. */
export function countedCelebration(startedAtMs: number): void {
  if (snapshot().queue[0]?.startedAtMs === startedAtMs) change({ isCounted: true })
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
    if (snapshot().pending === pending) change({ pending: null })
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useCelebration = (): Celebrating | null =>
  useSyncExternalStore(subscribe, () => snapshot().queue[0]) ?? null

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

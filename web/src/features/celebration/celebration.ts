import { useSyncExternalStore } from 'react'

/** What is celebrated: who gained what, and how they stood before and stand now. */
export interface Celebration {
  userId: string
  /** Whose aura it is that grew, where it is not the person's own. */
  of?: { id: string; name: string }
  /** What was gained; an amount of 0 when only the streak grew. */
  gained: { amount: number; unit: 'AP' | 'Steeze' }
  before: { days: number; auraPoints: number }
  after: { days: number; auraPoints: number }
  /** What happened, where no level was reached: one sentence. */
  text: string
}

/** One under way: when it began, so that a page loaded again goes on where it was. */
export interface Celebrating extends Celebration {
  startedAtMs: number
}

const STORED_AS = 'aura-celebration'
const listeners = new Set<() => void>()
let current: Celebrating | null | undefined

function stored(): Celebrating | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null')
    return typeof kept === 'object' && kept !== null && 'startedAtMs' in kept ? (kept as Celebrating) : null
  } catch {
    return null
  }
}

function change(next: Celebrating | null): void {
  current = next
  try {
    if (next) sessionStorage.setItem(STORED_AS, JSON.stringify(next))
    else sessionStorage.removeItem(STORED_AS)
  } catch {
    // Storage may be blocked: the moment then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

/** Celebrates; it lasts until the person goes on, over refetches and reloads. */
export const celebrate = (celebration: Celebration): void => change({ ...celebration, startedAtMs: Date.now() })

export const endCelebration = (): void => change(null)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function snapshot(): Celebrating | null {
  if (current === undefined) current = stored()
  return current
}

/** What is being celebrated. */
export const useCelebration = (): Celebrating | null => useSyncExternalStore(subscribe, snapshot)

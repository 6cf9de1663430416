import { useSyncExternalStore } from 'react'

export interface Celebration {
  userId: string
  /** Set when the aura that grew is somebody else's. */
  of?: { id: string; name: string }
  /** Amount 0 when only the streak grew. */
  gained: { amount: number; unit: 'AP' | 'Steeze' }
  before: { days: number; auraPoints: number }
  after: { days: number; auraPoints: number }
  /** One sentence, shown unless a level was reached. */
  text: string
}

/** The start time lets a reloaded page resume. */
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
    // Storage may be blocked: it is then lost on reload.
  }
  for (const listener of listeners) listener()
}

/** Starts a celebration that survives refetches and reloads until dismissed. */
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

export const useCelebration = (): Celebrating | null => useSyncExternalStore(subscribe, snapshot)

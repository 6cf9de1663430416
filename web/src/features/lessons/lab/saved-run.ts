import { LESSON_RULES } from '@aura/api/rules/lessons'
import type { Action } from '@aura/lab/transcript'
import { removeKeys, type Store } from '#lib/browser-storage'

/** The moves in a lab, stored in the browser: a reload resumes them, and a solved run waits for a connection. */
export interface SavedRun {
  version: number
  actions: readonly Action[]
}

const KEYS = 'aura:lab:'
const keyOf = (seed: string): string => KEYS + seed

export function readRun(storage: Pick<Store, 'getItem'>, seed: string): SavedRun | undefined {
  try {
    const run = JSON.parse(storage.getItem(keyOf(seed)) ?? 'null')
    return Number.isInteger(run?.version) && Array.isArray(run.actions) ? run : undefined
  } catch {
    return undefined
  }
}

export const saveRun = (storage: Pick<Store, 'setItem'>, seed: string, run: SavedRun): void =>
  storage.setItem(keyOf(seed), JSON.stringify(run))

export const forgetRun = (storage: Pick<Store, 'removeItem'>, seed: string): void => storage.removeItem(keyOf(seed))

interface Player {
  userId: string
  lessonId: string
}

const attemptKey = ({ userId, lessonId }: Player): string => `${KEYS}attempt:${userId}:${lessonId}`

/** Returns the number of the user's current attempt at a lesson's lab, from 0. */
export function readAttempt(storage: Pick<Store, 'getItem'>, player: Player): number {
  const text = storage.getItem(attemptKey(player)) ?? ''
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0
}

/** Opens the attempt after `attempt` and stores its number. Returns undefined and stores nothing if `open` fails. */
export async function beginNextAttempt(
  storage: Pick<Store, 'setItem'>,
  { attempt, open, ...player }: Player & { attempt: number; open: (attempt: number) => Promise<unknown> },
): Promise<number | undefined> {
  const next = (attempt + 1) % LESSON_RULES.labAttempts
  try {
    await open(next)
  } catch {
    return undefined
  }
  storage.setItem(attemptKey(player), `${next}`)
  return next
}

/** Removes the runs and attempts of all labs and users. */
export const forgetRuns = (storage: Pick<Store, 'keys' | 'removeItem'>): void => removeKeys(storage, KEYS)

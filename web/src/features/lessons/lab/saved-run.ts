import type { Action } from '@aura/lab/transcript'

/** The moves in a lab, stored in the browser: a reload resumes them, and a solved run waits for a connection. */
export interface SavedRun {
  version: number
  actions: readonly Action[]
}

const KEYS = 'aura:lab:'
const keyOf = (seed: string): string => KEYS + seed

export function readRun(storage: Pick<Storage, 'getItem'>, seed: string): SavedRun | undefined {
  try {
    const run = JSON.parse(storage.getItem(keyOf(seed)) ?? 'null')
    return Number.isInteger(run?.version) && Array.isArray(run.actions) ? run : undefined
  } catch {
    return undefined
  }
}

export function saveRun(storage: Pick<Storage, 'setItem'>, seed: string, run: SavedRun): void {
  try {
    storage.setItem(keyOf(seed), JSON.stringify(run))
  } catch {}
}

export function forgetRun(storage: Pick<Storage, 'removeItem'>, seed: string): void {
  try {
    storage.removeItem(keyOf(seed))
  } catch {}
}

/** Removes the runs of all labs and users. */
export function forgetRuns(storage: Pick<Storage, 'length' | 'key' | 'removeItem'>): void {
  try {
    const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at))
    for (const key of keys) if (key?.startsWith(KEYS)) storage.removeItem(key)
  } catch {}
}

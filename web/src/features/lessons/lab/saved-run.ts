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

/** Removes the runs of all labs and users. */
export const forgetRuns = (storage: Pick<Store, 'keys' | 'removeItem'>): void => removeKeys(storage, KEYS)

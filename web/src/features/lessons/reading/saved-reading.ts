import { removeKeys, type Store } from '#lib/browser-storage'

/** What a reader did in a lesson, stored in the browser so that a reload resumes it. */
export interface SavedReading {
  /** Index of the guessed option, which is final. */
  guess: number | null
  /** Place of the card shown last. */
  card: number
}

const KEYS = 'aura:reading:'
const keyOf = (lessonId: string): string => KEYS + lessonId

const isPlace = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0

export function readReading(storage: Pick<Store, 'getItem'>, lessonId: string): SavedReading {
  try {
    const saved = JSON.parse(storage.getItem(keyOf(lessonId)) ?? '{}')
    return { guess: isPlace(saved.guess) ? saved.guess : null, card: isPlace(saved.card) ? saved.card : 0 }
  } catch {
    return { guess: null, card: 0 }
  }
}

export const saveReading = (storage: Store, lessonId: string, changed: Partial<SavedReading>): void =>
  storage.setItem(keyOf(lessonId), JSON.stringify({ ...readReading(storage, lessonId), ...changed }))

const LAYOUT = 'aura-lesson-layout'

export const wantsWhole = (storage: Pick<Store, 'getItem'>): boolean => storage.getItem(LAYOUT) === 'whole'

export const saveWhole = (storage: Pick<Store, 'setItem'>, isWhole: boolean): void =>
  storage.setItem(LAYOUT, isWhole ? 'whole' : 'cards')

/** Removes what readers of this browser did in all lessons. */
export const forgetReadings = (storage: Pick<Store, 'keys' | 'removeItem'>): void => removeKeys(storage, KEYS)

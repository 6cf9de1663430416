import { removeKeys, type Store } from '#lib/browser-storage'

/** What a reader did in a lesson, stored in the browser so that a reload resumes it. */
export interface SavedReading {
  /** Index of the guessed option, which is final. */
  guess: number | null
  /** Place of the card shown last. */
  card: number
}

export interface Reader {
  /** Undefined for visitors. */
  userId: string | undefined
  lessonId: string
}

const KEYS = 'aura:reading:'
const keyOf = ({ userId = 'visitor', lessonId }: Reader): string => `${KEYS}${userId}:${lessonId}`

const isPlace = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0

export function readReading(storage: Pick<Store, 'getItem'>, reader: Reader): SavedReading {
  try {
    const saved = JSON.parse(storage.getItem(keyOf(reader)) ?? '{}')
    return { guess: isPlace(saved.guess) ? saved.guess : null, card: isPlace(saved.card) ? saved.card : 0 }
  } catch {
    return { guess: null, card: 0 }
  }
}

export const saveReading = (storage: Store, reader: Reader, changed: Partial<SavedReading>): void =>
  storage.setItem(keyOf(reader), JSON.stringify({ ...readReading(storage, reader), ...changed }))

const LAYOUT = 'aura-lesson-layout'

export const wantsWhole = (storage: Pick<Store, 'getItem'>): boolean => storage.getItem(LAYOUT) === 'whole'

export const saveWhole = (storage: Pick<Store, 'setItem'>, isWhole: boolean): void =>
  storage.setItem(LAYOUT, isWhole ? 'whole' : 'cards')

/** Removes what readers of this browser did in all lessons. */
export const forgetReadings = (storage: Pick<Store, 'keys' | 'removeItem'>): void => removeKeys(storage, KEYS)

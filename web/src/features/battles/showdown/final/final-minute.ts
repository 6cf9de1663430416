export const FINAL_MS = 60_000
const COUNTED_MS = 10_000

/** `count`: the last ten seconds. */
export type FinalStage = 'none' | 'minute' | 'count'

export function finalStage(leftMs: number): FinalStage {
  if (leftMs <= 0 || leftMs > FINAL_MS) return 'none'
  return leftMs <= COUNTED_MS ? 'count' : 'minute'
}

export const secondsLeft = (leftMs: number): number => Math.max(0, Math.ceil(leftMs / 1_000))

const leftText = (seconds: number): string => `${seconds} ${seconds === 1 ? 'second' : 'seconds'} left`

const CALLS = [
  { fromMs: 10_000, text: leftText(10) },
  { fromMs: 30_000, text: leftText(30) },
  { fromMs: FINAL_MS, text: 'One minute left' },
] as const

/** Returns the announcement from this moment on, empty outside the final minute. */
export function callAt(leftMs: number): string {
  if (finalStage(leftMs) === 'none') return ''
  return CALLS.find(({ fromMs }) => leftMs <= fromMs)?.text ?? ''
}

/** Returns the announcement for a page opened within the final minute. */
export function firstCallAt(leftMs: number): string {
  return finalStage(leftMs) === 'none' ? '' : leftText(secondsLeft(leftMs))
}

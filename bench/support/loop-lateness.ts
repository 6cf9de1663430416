import { quantile } from './figures.ts'

const SAMPLE_MS = 5

/** Samples how late this process's event loop is. Returns a function for the p99 in ms since its last call. */
export function watchLoop(): () => number {
  const late: number[] = []
  let lastMs = performance.now()
  setInterval(() => {
    const nowMs = performance.now()
    late.push(Math.max(0, nowMs - lastMs - SAMPLE_MS))
    lastMs = nowMs
  }, SAMPLE_MS)
  return () => quantile(late.splice(0), 0.99) || 0
}

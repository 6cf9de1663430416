import { within } from '../within.ts'

/** Prometheus gives up after 10 s by default and then has none of the server's metrics. */
const LIMIT_MS = 2_000

/** Returns the value read for a metric, or `unknown` if reading fails or takes longer than `limitMs`. Never throws. */
export async function metricRead<T, U>(reading: Promise<T>, unknown: U, limitMs = LIMIT_MS): Promise<T | U> {
  const read = await within(
    limitMs,
    reading.then((value) => ({ value })),
  ).catch(() => null)
  return read ? read.value : unknown
}

import { AsyncLocalStorage } from 'node:async_hooks'

interface Reading {
  /** A statement had to go to the primary, so those after it do, too: none may see an older state than one before it. */
  isAtPrimary: boolean
}

const readings = new AsyncLocalStorage<Reading | undefined>()

/** Returns the read under way that may lag behind the primary, if this is part of one. */
export const laggingReading = (): Reading | undefined => readings.getStore()

/** Statements of `work` may be answered by a replica. */
export const inReading = <T>(reading: Reading, work: () => T): T => readings.run(reading, work)

/** For work that must see every commit, whoever starts it. */
export const atPrimary = <T>(work: () => T): T => (readings.getStore() ? readings.run(undefined, work) : work())

/**
 * Makes what reads share (a batch, a cached result) twice: reads that may lag share one, all others the other. So nobody
 * who must see the newest state is answered with what a replica returned.
 */
export function apartByLag<Args extends readonly unknown[], Result>(
  make: () => (...args: Args) => Result,
): (...args: Args) => Result {
  const newest = make()
  const lagging = make()
  return (...args) => (laggingReading() ? lagging : newest)(...args)
}

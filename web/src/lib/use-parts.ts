import { use } from 'react'
import type { Feature } from './feature.ts'
import { useFeatures } from './features-context.ts'
import type { Parts } from './parts.ts'

/** Returns a feature's loader of some of its parts. Must be the same function on each call. */
type LoaderOf<T> = (feature: Feature) => (() => Promise<{ default: T }>) | undefined

const loads = new WeakMap<LoaderOf<unknown>, WeakMap<readonly Feature[], Promise<readonly unknown[]>>>()

const partsOf: LoaderOf<Parts> = ({ parts }) => parts

/** Returns the parts of all features, in the order of the features. Suspends until they are loaded. */
export const useParts = (): readonly Parts[] => useLoaded(partsOf)

export const useLoaded = <T>(loaderOf: LoaderOf<T>): readonly T[] => use(loadAhead(useFeatures(), loaderOf))

export function usePreload<T>(loaderOf: LoaderOf<T>): void {
  void loadAhead(useFeatures(), loaderOf)
}

/** Loads parts ahead, for a screen that isn't shown without them. */
export function loadAhead<T>(features: readonly Feature[], loaderOf: LoaderOf<T>): Promise<readonly T[]> {
  const known = loads.get(loaderOf) ?? new WeakMap()
  loads.set(loaderOf, known)
  const before = known.get(features) as Promise<readonly T[]> | undefined
  if (before) return before
  const started = Promise.all(features.flatMap((feature) => loaderOf(feature)?.() ?? [])).then((all) =>
    all.map((each) => each.default),
  )
  known.set(features, started)
  // `use` reads these fields; without them even a settled promise shows the fallback once.
  started.then(
    (value) => Object.assign(started, { status: 'fulfilled', value }),
    () => undefined,
  )
  started.catch(() => known.delete(features))
  return started
}

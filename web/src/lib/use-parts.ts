import { use } from 'react'
import type { Feature } from './feature.ts'
import { useFeatures } from './features-context.ts'
import type { Parts } from './parts.ts'

const NONE: readonly Parts[] = []
const loads = new WeakMap<readonly Feature[], Promise<readonly Parts[]>>()

/** Returns the parts of all features, in the order of the features. Suspends until they are loaded. */
export function useParts(): readonly Parts[] {
  const features = useFeatures()
  return features.length === 0 ? NONE : use(loadParts(features))
}

function loadParts(features: readonly Feature[]): Promise<readonly Parts[]> {
  const known = loads.get(features)
  if (known) return known
  const load = Promise.all(features.flatMap(({ parts }) => parts?.() ?? [])).then((all) =>
    all.map((each) => each.default),
  )
  loads.set(features, load)
  // The next attempt loads anew.
  load.catch(() => loads.delete(features))
  return load
}

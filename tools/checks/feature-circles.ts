import type { Import } from './cruise.ts'
import { isTest } from './source.ts'

const FEATURE = /^(server|web)\/src\/features\/([^/]+)\//

const featureOf = (path: string): string | undefined => FEATURE.exec(path)?.slice(1).join(' ')

/**
 * Returns features that import each other, directly or through others, as `server name` or `web name` with the features
 * of its circle it imports. Imports of types count, imports of tests don't.
 */
export function featureCircles(imports: readonly Import[]): Record<string, string[]> {
  const imported = new Map<string, Set<string>>()
  for (const { from, resolved } of imports) {
    const [feature, other] = [featureOf(from), featureOf(resolved)]
    if (feature === undefined || other === undefined || feature === other || isTest(from)) continue
    imported.set(feature, (imported.get(feature) ?? new Set()).add(other))
  }
  const reachedFrom = (feature: string): Set<string> => {
    const reached = new Set<string>()
    const waiting = [feature]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const other of imported.get(next) ?? []) {
        if (!reached.has(other)) waiting.push(other)
        reached.add(other)
      }
    }
    return reached
  }
  return Object.fromEntries(
    [...imported].flatMap(([feature, others]) => {
      const back = [...others].filter((other) => reachedFrom(other).has(feature))
      return back.length === 0 ? [] : [[feature, back.sort()]]
    }),
  )
}

import { type ComponentType, lazy, Suspense } from 'react'
import type { Screen } from '#lib/feature'
import { useTitle } from '#lib/use-title'
import { TickLoader } from '#ui/feedback/tick-loader'
import { screens } from '../../features.ts'

/** One component per `load`: a second address of a loaded screen shows it without a loader. */
const components = new Map<Screen['load'], ComponentType>(screens.map(({ load }) => [load, lazy(load)]))

export function LazyScreen({ at: { load, loading, title } }: { at: Screen }) {
  useTitle(title)
  const Content = components.get(load)
  return <Suspense fallback={<TickLoader text={loading} />}>{Content && <Content />}</Suspense>
}

import { useLayoutEffect } from 'react'
import type { Screen } from '#lib/feature'
import { type Preloadable, preloadable } from '#lib/preloadable'
import { showTitle } from '#lib/use-title'
import { TickLoader } from '#ui/feedback/tick-loader'
import { features, screens } from '../../features.ts'

/** Components by `load`, so that a second address of a loaded screen shows it without a loader. */
const components = new Map<Screen['load'], Preloadable>(screens.map(({ load }) => [load, preloadable(load)]))

export function LazyScreen({ at: { load, loading, title } }: { at: Screen }) {
  // A layout effect runs before the screen's own effects, so a screen that names itself keeps its title.
  useLayoutEffect(() => showTitle(title), [title])
  const Content = components.get(load)?.Component
  return Content && <Content fallback={<TickLoader text={loading} />} />
}

/** Loads the screen at an address ahead. Throws if its code can't be loaded. */
export async function preloadScreen(address: string): Promise<void> {
  const screen = screens.find(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(address))
  if (!screen) return
  const { preload } = await screen.load()
  await Promise.all([components.get(screen.load)?.preload(), preload?.(features)])
}

import { type ComponentType, createElement, lazy, useState } from 'react'

export interface Preloadable {
  /** Suspends until its code is there, unless `preload` has loaded it. */
  readonly Component: ComponentType
  /** Loads the code. Never throws: a component that is shown tries again. */
  preload(): Promise<void>
}

/** Like `lazy`, for code that may be loaded ahead: a component that is there already is shown without a fallback. */
export function preloadable(load: () => Promise<{ default: ComponentType }>): Preloadable {
  const Lazy = lazy(load)
  let Loaded: ComponentType | null = null
  return {
    Component: function Preloadable() {
      // Once shown, it stays the same type: another would mount anew.
      const [Shown] = useState(() => Loaded ?? Lazy)
      return createElement(Shown)
    },
    preload: () =>
      load().then(
        (module) => {
          Loaded = module.default
        },
        () => undefined,
      ),
  }
}

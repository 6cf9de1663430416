import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react'

export interface Preloadable {
  /** Shows `fallback` until its code is there, unless `preload` has loaded it. */
  readonly Component: ComponentType<{ fallback: ReactNode }>
  /** Loads the code. Never throws: a component that is shown tries again. */
  preload(): Promise<void>
}

/** Like `lazy`, for code that may be loaded ahead: a component that is there already is shown without a fallback. */
export function preloadable(load: () => Promise<{ default: ComponentType }>): Preloadable {
  // A rejected one stays rejected, so the next time the component is shown another tries again.
  const renewed = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        Lazy = renewed()
        throw error
      }),
    )
  let Lazy = renewed()
  let Loaded: ComponentType | null = null
  return {
    Component: function Preloadable({ fallback }) {
      // Once shown, it stays the same type: another would mount anew. Kept outside of what suspends, which keeps no state.
      const [Shown] = useState(() => Loaded ?? Lazy)
      return createElement(Suspense, { fallback }, createElement(Shown))
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

import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react'

/**
 * Loads the page again, once for each entry of the history, because a new release replaces the code of an older page.
 * Rejects with the error if it has, or without a connection.
 */
async function reloadOnce(error: unknown): Promise<never> {
  const state: unknown = history.state
  const entry = typeof state === 'object' && state !== null ? state : {}
  if (!navigator.onLine || 'isReloaded' in entry) throw error
  history.replaceState({ ...entry, isReloaded: true }, '')
  location.reload()
  return new Promise<never>(() => undefined)
}

export interface Preloadable {
  /**
   * Shows `fallback` until its code has loaded; never if `preload` has loaded it before. If it can't be loaded, the page
   * reloads once, so this is for whole screens, which hold nothing typed yet.
   */
  readonly Component: ComponentType<{ fallback: ReactNode }>
  /** Loads the code. Never throws, because the component tries again when it is shown. */
  preload(): Promise<void>
}

/** Like `lazy`, for code that may be loaded ahead. A component whose code has loaded is shown without a fallback. */
export function preloadable(load: () => Promise<{ default: ComponentType }>): Preloadable {
  // A rejected promise stays rejected, so the next rendering needs a new one.
  const renewed = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        Lazy = renewed()
        return reloadOnce(error)
      }),
    )
  let Lazy = renewed()
  let Loaded: ComponentType | null = null
  return {
    Component: function Preloadable({ fallback }) {
      // Keeps its type once shown, because another type would mount again. Outside the suspending component, which
      // loses its state.
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

import { useSyncExternalStore } from 'react'
import { openGlContext } from './gl-context.ts'

export type RenderingPath = 'webgl' | 'canvas' | 'video' | 'still'

const PATHS: readonly string[] = ['webgl', 'canvas', 'video', 'still'] satisfies RenderingPath[]

/** `?aura=webgl` and the like override the path for a visit; it only affects looks. */
const forced = forcedPath(location.search)

function forcedPath(search: string): RenderingPath | null {
  const value = new URLSearchParams(search).get('aura')
  return value !== null && PATHS.includes(value) ? (value as RenderingPath) : null
}

export const isWebglForced = forced === 'webgl'

const stillness = matchMedia('(prefers-reduced-motion: reduce)')
const listeners = new Set<() => void>()
const givenUp = new Set<RenderingPath>()

function giveUp(path: RenderingPath): void {
  givenUp.add(path)
  for (const listener of listeners) listener()
}

/** Stops live drawing for this visit, because it is slow or the context was lost. */
export const giveUpWebgl = (): void => giveUp('webgl')

export const giveUpVideo = (): void => giveUp('video')

export function renderingPath(): RenderingPath {
  if (stillness.matches) return 'still'
  if (forced !== null && !givenUp.has(forced)) return forced
  if (!givenUp.has('webgl') && openGlContext({ evenSlow: false })) return 'webgl'
  return givenUp.has('video') || savesData() ? 'still' : 'video'
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

export function onPathChange(listener: () => void) {
  listeners.add(listener)
  stillness.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    stillness.removeEventListener('change', listener)
  }
}

/** Changes with the reduced-motion setting and on slow machines. */
export const useRenderingPath = (): RenderingPath => useSyncExternalStore(onPathChange, renderingPath)

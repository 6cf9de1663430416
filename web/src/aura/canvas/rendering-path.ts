import { useSyncExternalStore } from 'react'
import { openGlContext } from './gl-context.ts'

/** How large auras are drawn: live by the graphics card, still on a canvas, or (the landing's only) as a video. */
export type RenderingPath = 'webgl' | 'canvas' | 'video' | 'still'

const PATHS: readonly string[] = ['webgl', 'canvas', 'video', 'still'] satisfies RenderingPath[]

/** `?aura=webgl` and the like choose a path for the visit. Nothing depends on it but looks, so anybody may. */
const forced = forcedPath(location.search)

function forcedPath(search: string): RenderingPath | null {
  const asked = new URLSearchParams(search).get('aura')
  return asked !== null && PATHS.includes(asked) ? (asked as RenderingPath) : null
}

/** Whether somebody asked for live drawing on this very machine, however slow it is at it. */
export const isWebglForced = forced === 'webgl'

const stillness = matchMedia('(prefers-reduced-motion: reduce)')
const listeners = new Set<() => void>()
const givenUp = new Set<RenderingPath>()

function giveUp(path: RenderingPath): void {
  givenUp.add(path)
  for (const listener of listeners) listener()
}

/** Ends live drawing for this visit: the machine is too slow for it, or took it away. */
export const giveUpWebgl = (): void => giveUp('webgl')

/** Ends the video for this visit: the browser can't play it. */
export const giveUpVideo = (): void => giveUp('video')

function currentPath(): RenderingPath {
  if (stillness.matches) return 'still'
  if (forced !== null && !givenUp.has(forced)) return forced
  if (!givenUp.has('webgl') && openGlContext({ evenSlow: false })) return 'webgl'
  return givenUp.has('video') || savesData() ? 'still' : 'video'
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  stillness.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    stillness.removeEventListener('change', listener)
  }
}

/** The path of this page, live: it changes when people ask for less motion, or the machine proves too slow. */
export const useRenderingPath = (): RenderingPath => useSyncExternalStore(subscribe, currentPath)

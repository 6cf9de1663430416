import { useEffect, useState } from 'react'
import { afterPaint } from '#lib/after-paint'
import type * as DrawingModule from './drawing.ts'

type Drawing = typeof DrawingModule

let drawing: Drawing | null = null

async function load(): Promise<void> {
  drawing = await import('./drawing.ts')
}

/**
 * Returns what draws on canvases, or null until the page's first picture is painted: on a slow phone the code takes 60 ms
 * to load and to look for WebGL another 50. Stays null if the code can't be loaded, since drawings only decorate.
 */
export function useLateDrawing(): Drawing | null {
  const [isReady, setReady] = useState(drawing !== null)
  useEffect(() => {
    if (isReady) return
    return afterPaint(() => {
      load().then(
        () => setReady(true),
        () => undefined,
      )
    })
  }, [isReady])
  return drawing
}

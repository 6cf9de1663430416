import { useEffect, useState } from 'react'
import { afterPaint } from '#lib/after-paint'
import type * as DrawingModule from './drawing.ts'

type Drawing = typeof DrawingModule

let drawing: Drawing | null = null

const load = (): Promise<void> =>
  import('./drawing.ts').then(
    (loaded) => {
      drawing = loaded
    },
    () => undefined,
  )

/**
 * Returns the code for canvases, or null until the page's first picture is painted: on a slow phone the code takes 60 ms
 * to load and to look for WebGL another 50. Stays null if the code can't be loaded, since drawings only decorate.
 */
export function useLateDrawing(): Drawing | null {
  const [isReady, setReady] = useState(drawing !== null)
  useEffect(() => {
    if (isReady) return
    const loading = load()
    return afterPaint(() => void loading.then(() => setReady(true)))
  }, [isReady])
  return isReady ? drawing : null
}

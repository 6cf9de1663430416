import { useEffect, useState, useSyncExternalStore } from 'react'
import { afterPaint } from '#lib/after-paint'
import { onPathChange, type RenderingPath, renderingPath } from './rendering-path.ts'

let isPainted = false
const notYet = () => null

/** Returns null until the page's first picture is painted: looking for WebGL takes a slow phone 50 ms. */
export function useLateRenderingPath(): RenderingPath | null {
  const [isReady, setReady] = useState(isPainted)
  useEffect(() => {
    if (isReady) return
    return afterPaint(() => {
      isPainted = true
      setReady(true)
    })
  }, [isReady])
  return useSyncExternalStore(onPathChange, isReady ? renderingPath : notYet)
}

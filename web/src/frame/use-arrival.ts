import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { restorePlace } from './scroll-memory.ts'

/** A screen that takes longer than that to show its heading is not waited for. */
const PATIENCE_MS = 10_000

/** Where one was last; the first screen of a page is where it begins. */
let lastPath: string | null = null

/**
 * Arriving at another screen, by a link or by the browser's own buttons: the page is where it was left or at its top, and
 * the focus on the heading, so that a screen reader says where one is. The first screen is left alone.
 */
export function useArrival(): void {
  const [path] = useLocation()
  useEffect(() => {
    const isFirst = lastPath === null
    const isSame = lastPath === path
    lastPath = path
    if (isFirst || isSame) return
    restorePlace()
    return focusHeading()
  }, [path])
}

/**
 * The part of a screen that says what it is gets the focus as soon as it is there, and again where a first version of the
 * screen, which says that it is loading, makes room for it. Whoever begins to do something has arrived. Answers how to stop.
 */
function focusHeading(): () => void {
  const tryIt = () => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading || document.activeElement === heading) return
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  tryIt()
  const observer = new MutationObserver(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost) tryIt()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const type of BEGINNINGS) removeEventListener(type, stop)
  }
  const timer = setTimeout(stop, PATIENCE_MS)
  for (const type of BEGINNINGS) addEventListener(type, stop)
  return stop
}

const BEGINNINGS = ['pointerdown', 'keydown'] as const

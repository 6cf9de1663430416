import { restorePlace } from './scroll-memory.ts'

const PATIENCE_MS = 10_000

/**
 * Restores the scroll position, or scrolls to the top, and focuses the heading so that screen readers announce the
 * screen. Returns a function that stops waiting for a screen that is still loading.
 */
export function arrive(): () => void {
  restorePlace()
  return focusHeading()
}

/** Focuses the heading once it exists, and again after a loading screen, until user input or stopped. */
function focusHeading(): () => void {
  focusScreen()
  const observer = new MutationObserver(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost) focusScreen()
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

export function focusScreen(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading || document.activeElement === heading) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

const BEGINNINGS = ['pointerdown', 'keydown'] as const

/** With any of these the user has begun to look around. */
const ACTIONS = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * Calls `scroll` now and each time the page changes its height, because parts above the place may still be loading.
 * Ends once it returns true or the user acts. Returns a function that ends it sooner.
 */
export function scrollWhileLoading(scroll: () => boolean): () => void {
  if (scroll()) return () => {}
  const observer = new ResizeObserver(() => scroll() && end())
  const end = () => {
    observer.disconnect()
    for (const action of ACTIONS) removeEventListener(action, end)
  }
  observer.observe(document.body)
  for (const action of ACTIONS) addEventListener(action, end, { passive: true })
  return end
}

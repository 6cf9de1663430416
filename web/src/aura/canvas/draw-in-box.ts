/**
 * Draws into a box after the page is painted, and again whenever the box's size changes. Returns a function that stops
 * it. Drawing takes a tenth of a second on a slow phone, which must not delay the page's text.
 */
export function drawInBox(box: HTMLElement, draw: () => void): () => void {
  let first: ReturnType<typeof setTimeout> | undefined
  let isDrawn = false
  const observer = new ResizeObserver(() => {
    if (isDrawn) return draw()
    clearTimeout(first)
    first = setTimeout(() => {
      isDrawn = true
      draw()
    })
  })
  observer.observe(box)
  return () => {
    clearTimeout(first)
    observer.disconnect()
  }
}

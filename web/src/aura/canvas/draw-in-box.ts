/**
 * Draws what fills a box once the page around it is painted, and again whenever the box changes. Returns how to stop. On a slow
 * phone a drawing takes a tenth of a second, which the page's text would wait for.
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

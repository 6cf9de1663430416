/**
 * Calls `act` once the next picture and the one after it are painted: effects run between the two, and to measure what
 * they changed would lay the page out in between. Returns a function that cancels it.
 */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // Frames call back before they paint.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      timer = setTimeout(act)
    })
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

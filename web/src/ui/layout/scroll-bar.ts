/** How long a scroll bar stays after the pointer left, or after the last bit of scrolling without one. */
const HIDE_DELAY_MS = 600

/** When a scroll bar is to be seen: while the pointer is over what scrolls, while it scrolls, and for a moment after. */
export function createScrollBar(show: (isShown: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const appear = () => {
    clearTimeout(timer)
    show(true)
  }
  const hideSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => show(false), HIDE_DELAY_MS)
  }
  return {
    entered() {
      isOver = true
      appear()
    },
    left() {
      isOver = false
      hideSoon()
    },
    scrolled() {
      appear()
      if (!isOver) hideSoon()
    },
    stop: () => clearTimeout(timer),
  }
}

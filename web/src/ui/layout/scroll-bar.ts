/** Delay after the pointer left or the last scroll. */
const HIDE_DELAY_MS = 600

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

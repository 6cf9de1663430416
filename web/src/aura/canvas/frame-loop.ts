export interface FrameLoop {
  play(): void
  pause(): void
  stop(): void
}

/**
 * Calls `onFrame` once a frame while `element` is on screen and the tab visible, with the milliseconds since the last
 * frame, or null for the first after a pause. `data-running` and `onChange` report whether it runs.
 */
export function frameLoop(
  element: HTMLElement,
  onFrame: (passedMs: number | null) => void,
  onChange?: (isRunning: boolean) => void,
): FrameLoop {
  let isPlaying = false
  let isOnScreen = false
  let request = 0
  let before: number | null = null
  const frame = (now: number) => {
    request = requestAnimationFrame(frame)
    const passed = before === null ? null : now - before
    before = now
    onFrame(passed)
  }
  const decide = () => {
    const isDue = isPlaying && isOnScreen && !document.hidden
    element.dataset.running = String(isDue)
    if (isDue === (request !== 0)) return
    onChange?.(isDue)
    if (isDue) request = requestAnimationFrame(frame)
    else {
      cancelAnimationFrame(request)
      request = 0
      before = null
    }
  }
  const observer = new IntersectionObserver((entries) => {
    isOnScreen = entries.at(-1)?.isIntersecting ?? false
    decide()
  })
  observer.observe(element)
  document.addEventListener('visibilitychange', decide)
  const set = (playing: boolean) => {
    isPlaying = playing
    decide()
  }
  return {
    play: () => set(true),
    pause: () => set(false),
    stop() {
      set(false)
      observer.disconnect()
      document.removeEventListener('visibilitychange', decide)
      delete element.dataset.running
    },
  }
}

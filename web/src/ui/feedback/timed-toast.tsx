import { useEffect, useRef, useState } from 'react'
import { createPausableTimer } from './pausable-timer.ts'
import { ToastCard } from './toast-card.tsx'
import type { ToastMessage } from './toast-queue.ts'

export interface TimedToastProps extends ToastMessage {
  durationMs: number
  onEnd: () => void
}

export function TimedToast({ durationMs, onEnd, ...message }: TimedToastProps) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const timer = useRef<ReturnType<typeof createPausableTimer> | null>(null)
  const paused = hovered || focused
  useEffect(() => {
    timer.current ??= createPausableTimer(durationMs, onEnd)
    if (paused) timer.current.pause()
    else timer.current.run()
    return () => timer.current?.pause()
  }, [durationMs, onEnd, paused])
  return (
    // Hover and focus pause the timer; there is no press handler.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      // A message that appears under a resting pointer is not being read: browsers report an enter, but no movement.
      onPointerMove={({ movementX, movementY }) => setHovered((before) => before || movementX !== 0 || movementY !== 0)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <ToastCard {...message} durationMs={durationMs} paused={paused} onDismiss={onEnd} />
    </div>
  )
}

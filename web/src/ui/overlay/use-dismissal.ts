import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Closes what `button` opened inside `root`: on Escape, on an outside press and when the focus leaves. */
export function useDismissal(
  open: boolean,
  close: () => void,
  root: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
): void {
  const onLeave = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Node && root.current?.contains(target))) close()
  })
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    close()
    button.current?.focus()
  })
  useEffect(() => {
    if (!open) return
    document.addEventListener('pointerdown', onLeave)
    document.addEventListener('focusin', onLeave)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onLeave)
      document.removeEventListener('focusin', onLeave)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])
}

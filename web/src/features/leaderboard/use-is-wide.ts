import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether an element has at least so many rem of width, which larger text has fewer of. */
export function useIsWide(element: RefObject<HTMLElement | null>, rem: number): boolean {
  const [isWide, setWide] = useState(false)
  useLayoutEffect(() => {
    const look = () => {
      const px = rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setWide((element.current?.clientWidth ?? 0) >= px)
    }
    // At once, so that nothing is drawn the other way first.
    look()
    const observer = new ResizeObserver(look)
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, rem])
  return isWide
}

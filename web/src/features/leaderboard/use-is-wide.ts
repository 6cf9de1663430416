import { type RefObject, useLayoutEffect, useState } from 'react'

export function useIsWide(element: RefObject<HTMLElement | null>, rem: number): boolean {
  const [isWide, setWide] = useState(false)
  useLayoutEffect(() => {
    const look = () => {
      const px = rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setWide((element.current?.clientWidth ?? 0) >= px)
    }
    // Measured at once to avoid a flash of the other layout.
    look()
    const observer = new ResizeObserver(look)
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, rem])
  return isWide
}

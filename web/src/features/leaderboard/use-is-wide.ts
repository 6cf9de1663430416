import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

export function useIsWide(element: RefObject<HTMLElement | null>, rem: number): boolean {
  const [isWide, setWide] = useState(false)
  useLayoutEffect(() => {
    let shown = false
    const look = () => {
      const px = rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const next = (element.current?.clientWidth ?? 0) >= px
      if (next === shown) return
      shown = next
      // At once, or the other layout would flash. Browsers observe before they paint, with the layout done.
      flushSync(() => setWide(next))
    }
    const observer = new ResizeObserver(look)
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, rem])
  return isWide
}

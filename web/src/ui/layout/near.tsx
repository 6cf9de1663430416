import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'

/** Renders its content once it is about to scroll into view; `className` reserves its space. */
export function Near({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const near = useNearView(place)
  return (
    <div ref={place} className={className}>
      {near && <Suspense>{children}</Suspense>}
    </div>
  )
}

/**
 * Returns whether the element has been about to scroll into view, or a key was pressed, because keyboard users can
 * reach it without scrolling. Once true it stays true.
 */
export function useNearView(ref: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (near || !element) return
    const found = () => setNear(true)
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) found()
      },
      { rootMargin: '100px' },
    )
    observer.observe(element)
    addEventListener('keydown', found, { once: true })
    return () => {
      observer.disconnect()
      removeEventListener('keydown', found)
    }
  }, [ref, near])
  return near
}

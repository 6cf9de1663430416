import { type ReactNode, Suspense, useRef } from 'react'
import { useNearView } from './use-near-view.ts'

/** Renders its content once it is about to scroll into view; `className` reserves its room. */
export function Near({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const near = useNearView(place)
  return (
    <div ref={place} className={className}>
      {near && <Suspense>{children}</Suspense>}
    </div>
  )
}

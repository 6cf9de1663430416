import { LoaderCircle } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type XConfirms, xStartUrl } from './start-url.ts'
import { XMark } from './x-mark.tsx'

interface XLinkProps {
  next: string | null
  confirms?: XConfirms
  className: string
  size?: number
  children: ReactNode
}

/** A plain link that shows progress until the page unloads or is restored. */
export function XLink({ next, confirms, className, size = 20, children }: XLinkProps) {
  const [isLeaving, setIsLeaving] = useState(false)
  useEffect(() => {
    // Restored from the back/forward cache.
    const onShow = () => setIsLeaving(false)
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
  return (
    <a className={className} href={xStartUrl(next, confirms)} onClick={() => setIsLeaving(true)}>
      {isLeaving ? (
        <>
          <LoaderCircle className="animate-spin" size={size} aria-hidden="true" />
          Connecting...
        </>
      ) : (
        <>
          <XMark size={size} />
          {children}
        </>
      )}
    </a>
  )
}

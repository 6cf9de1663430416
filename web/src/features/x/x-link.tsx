import { LoaderCircle } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type XConfirms, xStartUrl } from './start-url.ts'
import { XMark } from './x-mark.tsx'

interface XLinkProps {
  next: string | null
  /** Without it the trip signs in or connects. */
  confirms?: XConfirms
  className: string
  size?: number
  children: ReactNode
}

/** Leaves for X: a plain link, which says that it is under way until the page is gone, or is back. */
export function XLink({ next, confirms, className, size = 20, children }: XLinkProps) {
  const [isLeaving, setIsLeaving] = useState(false)
  useEffect(() => {
    // Back by the browser's own button, the page is as it was left.
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

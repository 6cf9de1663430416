import { LoaderCircle } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { ProviderMark } from './provider-mark.tsx'
import { type Confirms, providerStartUrl } from './start-url.ts'

interface ProviderLinkProps {
  /** The provider's. */
  id: string
  next: string | null
  confirms?: Confirms
  className: string
  size?: number
  children: ReactNode
}

/** A plain link that shows progress until the page unloads or is restored. */
export function ProviderLink({ id, next, confirms, className, size = 20, children }: ProviderLinkProps) {
  const [isLeaving, setIsLeaving] = useState(false)
  useEffect(() => {
    // Restored from the back/forward cache.
    const onShow = () => setIsLeaving(false)
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
  return (
    <a className={className} href={providerStartUrl(id, next, confirms)} onClick={() => setIsLeaving(true)}>
      {isLeaving ? (
        <>
          <LoaderCircle className="animate-spin" size={size} aria-hidden="true" />
          Connecting...
        </>
      ) : (
        <>
          <ProviderMark id={id} size={size} />
          {children}
        </>
      )}
    </a>
  )
}

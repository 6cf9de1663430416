import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { safeNext } from '#paths'

/** Shows what a clicked notification is about without loading the page again. On the same page, nothing changes. */
export function PushedPath(): null {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    // The message of `public/sw.js`.
    const show = ({ data, ports: [answer] }: MessageEvent<{ type?: unknown; path?: unknown } | null>) => {
      const path = data?.type === 'show' && typeof data.path === 'string' ? safeNext(data.path, location.origin) : null
      if (path === null) return
      answer?.postMessage('shown')
      if (path !== location.pathname + location.search + location.hash) navigate(path)
    }
    serviceWorker.addEventListener('message', show)
    return () => serviceWorker.removeEventListener('message', show)
  }, [])
  return null
}

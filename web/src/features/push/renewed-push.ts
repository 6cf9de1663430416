import { createElement, useEffect } from 'react'
import { useConfig } from '#lib/use-config'

/** Re-registers once per page load if the endpoint has changed. Only a browser with permission can have one. */
export const RenewedPush = () =>
  typeof Notification !== 'undefined' && Notification.permission === 'granted' ? createElement(Renew) : null

function Renew(): null {
  const publicKey = useConfig().data?.push?.publicKey
  useEffect(() => {
    if (publicKey === undefined) return
    // Best effort: the next page load retries.
    import('./push-here.ts').then(({ renewPush }) => renewPush(publicKey)).catch(() => {})
  }, [publicKey])
  return null
}

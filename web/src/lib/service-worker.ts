interface ScriptAddresses {
  createScriptURL(url: string): string
}

/** What browsers with Trusted Types have; TypeScript does not know it yet. */
declare const trustedTypes:
  | { createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptAddresses }
  | undefined

const WORKER = '/sw.js'

/**
 * Starts the service worker once the page has nothing better to do. Only a built app has one: while it is developed nothing
 * must stand between browser and server. Where there can be none, the app works without.
 */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const start = () => {
    const policy = typeof trustedTypes === 'undefined' ? undefined : trustedTypes
    const rules = { createScriptURL: () => WORKER }
    const url = policy ? policy.createPolicy('aura-service-worker', rules).createScriptURL(WORKER) : WORKER
    navigator.serviceWorker.register(url).catch(() => undefined)
  }
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

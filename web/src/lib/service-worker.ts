interface ScriptAddresses {
  createScriptURL(url: string): string
}

/** The Trusted Types API, missing from TypeScript's types. */
declare const trustedTypes:
  | { createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptAddresses }
  | undefined

const WORKER = '/sw.js'

/** Registers the service worker when the page is idle, in production builds only. The app works without it. */
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

/** The Trusted Types API, missing from TypeScript's types and from some browsers. */
declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string }
    }
  }
}

const WORKER = '/sw.js'

/** Registers the service worker when the page is idle, in production builds only. The app works without it. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const start = () => {
    const policy = window.trustedTypes?.createPolicy('aura-service-worker', { createScriptURL: () => WORKER })
    const url = policy?.createScriptURL(WORKER) ?? WORKER
    navigator.serviceWorker.register(url).catch(() => undefined)
  }
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

import { browserStore } from '#lib/browser-storage'

const KEY = 'aura.stream-hosts'

function hosts(): string[] {
  try {
    const stored: unknown = JSON.parse(browserStore.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((host) => typeof host === 'string') : []
  } catch {
    return []
  }
}

/** Returns whether players of this host load by themselves in this browser. */
export const isRemembered = (host: string): boolean => hosts().includes(host)

export function rememberHost(host: string): void {
  browserStore.setItem(KEY, JSON.stringify([...new Set([...hosts(), host])]))
}

export function forgetHost(host: string): void {
  browserStore.setItem(KEY, JSON.stringify(hosts().filter((each) => each !== host)))
}

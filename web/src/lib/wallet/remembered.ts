import { useSyncExternalStore } from 'react'

/** The last connected wallet, to reconnect on a later visit. Stores its rdns, never an address. */
const STORED_AS = 'aura-wallet'

const listeners = new Set<() => void>()
/** Fallback where storage is blocked; lost on reload. */
let unstored: string | null = null

/** Returns its rdns, or null. */
export function rememberedWallet(): string | null {
  try {
    return localStorage.getItem(STORED_AS)
  } catch {
    return unstored
  }
}

export const useRememberedWallet = (): string | null =>
  useSyncExternalStore(subscribe, rememberedWallet, rememberedWallet)

export function rememberWallet(rdns: string): void {
  unstored = rdns
  store((storage) => storage.setItem(STORED_AS, rdns))
}

export function forgetWallet(): void {
  unstored = null
  store((storage) => storage.removeItem(STORED_AS))
}

function store(change: (storage: Storage) => void): void {
  try {
    change(localStorage)
  } catch {
    // Storage may be blocked.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

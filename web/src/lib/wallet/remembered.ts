import { useSyncExternalStore } from 'react'

/** Rdns of the last connected wallet, to reconnect on a later visit. An address is never stored. */
const STORED_AS = 'aura-wallet'

const listeners = new Set<() => void>()
/** Fallback if storage is blocked; lost on reload. */
let unstored: string | null = null

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
    // Storage may be blocked; the value is then lost on reload.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

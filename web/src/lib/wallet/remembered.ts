import { useSyncExternalStore } from 'react'

/**
 * Which wallet this browser is connected with, so that a later visit can pick it up. Never an address: the wallet is
 * asked for that.
 */
const STORED_AS = 'aura-wallet'

const listeners = new Set<() => void>()
/** Stands in where storage is blocked; the wallet is then chosen anew after a reload. */
let unstored: string | null = null

/** Its reverse domain name, or null. */
export function rememberedWallet(): string | null {
  try {
    return localStorage.getItem(STORED_AS)
  } catch {
    return unstored
  }
}

/** The same, live. */
export const useRememberedWallet = (): string | null => useSyncExternalStore(subscribe, rememberedWallet)

/** Called once a wallet gave an account. */
export function rememberWallet(rdns: string): void {
  unstored = rdns
  store((storage) => storage.setItem(STORED_AS, rdns))
}

/** It is not picked up any more. */
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

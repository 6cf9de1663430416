import { useSyncExternalStore } from 'react'
import { browserStore } from '../browser-storage.ts'

/** Rdns of the last connected wallet, to reconnect on a later visit. An address is never stored. */
const STORED_AS = 'aura-wallet'

const listeners = new Set<() => void>()

export const rememberedWallet = (): string | null => browserStore.getItem(STORED_AS)

export const useRememberedWallet = (): string | null =>
  useSyncExternalStore(subscribe, rememberedWallet, rememberedWallet)

export function rememberWallet(rdns: string): void {
  browserStore.setItem(STORED_AS, rdns)
  tell()
}

export function forgetWallet(): void {
  browserStore.removeItem(STORED_AS)
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

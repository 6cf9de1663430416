import { useSyncExternalStore } from 'react'
import { browserStore } from './browser-storage.ts'

export type Theme = 'dark' | 'light'

export const THEME_STORED_AS = 'aura-theme'
const COLORS: Record<Theme, string> = { dark: '#070b0c', light: '#eff3f5' }
const listeners = new Set<() => void>()

const current = (): Theme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark')

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, current)

export function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', COLORS[theme])
  for (const listener of listeners) listener()
}

export function setTheme(theme: Theme): void {
  showTheme(theme)
  browserStore.setItem(THEME_STORED_AS, theme)
}

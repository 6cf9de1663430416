import { useSyncExternalStore } from 'react'

/** Dark is the plate, light the print. */
export type Theme = 'dark' | 'light'

const STORED_AS = 'aura-theme'
const COLORS: Record<Theme, string> = { dark: '#070b0c', light: '#eff3f5' }
const listeners = new Set<() => void>()

const current = (): Theme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark')

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The theme of the page, live. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, current)

const systemLight = matchMedia('(prefers-color-scheme: light)')
const systemTheme = (): Theme => (systemLight.matches ? 'light' : 'dark')

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', COLORS[theme])
  for (const listener of listeners) listener()
}

/** Follows the system while it goes from day to night, unless the person chose otherwise. Answers how to stop. */
export function followSystemTheme(): () => void {
  const follow = () => {
    try {
      if (localStorage.getItem(STORED_AS) !== null) return
    } catch {
      // Storage may be blocked: then nothing was chosen for good.
    }
    show(systemTheme())
  }
  systemLight.addEventListener('change', follow)
  return () => systemLight.removeEventListener('change', follow)
}

/** Changes the theme and remembers it for the next visit; choosing what the system has is following it again. */
export function setTheme(theme: Theme): void {
  show(theme)
  try {
    if (theme === systemTheme()) localStorage.removeItem(STORED_AS)
    else localStorage.setItem(STORED_AS, theme)
  } catch {
    // Storage may be blocked: the choice then lasts as long as the page.
  }
}

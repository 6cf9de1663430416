import { browserStore } from './browser-storage.ts'
import { showTheme, THEME_STORED_AS, type Theme } from './theme.ts'

/** Follows the system theme unless the other one was chosen. Returns a function that stops it. */
export function followSystemTheme(): () => void {
  const light = matchMedia('(prefers-color-scheme: light)')
  const follow = () => {
    const [before, now]: [Theme, Theme] = light.matches ? ['dark', 'light'] : ['light', 'dark']
    const chosen = browserStore.getItem(THEME_STORED_AS)
    if (chosen !== null && chosen !== before) return
    if (chosen !== null) browserStore.removeItem(THEME_STORED_AS)
    showTheme(now)
  }
  light.addEventListener('change', follow)
  return () => light.removeEventListener('change', follow)
}

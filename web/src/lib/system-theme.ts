import { showTheme, THEME_STORED_AS, type Theme } from './theme.ts'

function chosenTheme(): string | null {
  try {
    return localStorage.getItem(THEME_STORED_AS)
  } catch {
    return null
  }
}

/**
 * Follows the system while it goes from day to night, unless the person chose the other theme. Having chosen what the
 * system had is following it, too. Answers how to stop.
 */
export function followSystemTheme(): () => void {
  const light = matchMedia('(prefers-color-scheme: light)')
  const follow = () => {
    const [before, now]: [Theme, Theme] = light.matches ? ['dark', 'light'] : ['light', 'dark']
    const chosen = chosenTheme()
    if (chosen !== null && chosen !== before) return
    if (chosen !== null) localStorage.removeItem(THEME_STORED_AS)
    showTheme(now)
  }
  light.addEventListener('change', follow)
  return () => light.removeEventListener('change', follow)
}

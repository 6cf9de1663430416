// Runs before the first paint, so that the page never flashes in the other theme.
;(() => {
  let theme = null
  try {
    theme = localStorage.getItem('aura-theme')
  } catch {
    // Storage may be blocked: the system's choice is used.
  }
  if (theme !== 'dark' && theme !== 'light') {
    theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  }
  document.documentElement.dataset.theme = theme
  const meta = document.querySelector('meta[name=theme-color]')
  if (meta) meta.content = theme === 'light' ? '#eff3f5' : '#070b0c'
})()

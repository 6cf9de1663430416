// Runs before the first paint, in browsers of any age, so only old syntax is used.
;(() => {
  const PAGE = '/old-browser/page.html'
  // Both are in every browser of build/browser-floor.ts and in none below it.
  const isOld = !window.CSSPropertyRule || !CSS.supports('color', 'color-mix(in oklch, red, red)')
  // Without a connection the service worker answers with the offline page, whatever the address.
  if (isOld && location.pathname !== PAGE) return location.replace(PAGE)
  let theme = null
  try {
    theme = localStorage.getItem('aura-theme')
  } catch (_blocked) {
    // The system's choice is used.
  }
  if (theme !== 'dark' && theme !== 'light') {
    theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  }
  document.documentElement.dataset.theme = theme
  const meta = document.querySelector('meta[name=theme-color]')
  if (meta) meta.content = theme === 'light' ? '#eff3f5' : '#070b0c'
  // A slow phone takes a tenth of a second to get ready for the first date, which costs nothing while the app loads.
  setTimeout(() => new Intl.DateTimeFormat('en-GB'))
})()

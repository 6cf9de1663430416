/**
 * The oldest browsers Aura runs in, those Tailwind's own styles need too. The README names them, `public/floor.js` sends
 * older ones to a page that says what to do, and `npm test` looks for newer APIs in what was built.
 */
export const BROWSER_FLOOR = { chrome: '111', edge: '111', firefox: '128', safari: '16.4' } as const

export const buildTargets = [
  ...Object.entries(BROWSER_FLOOR).map(([browser, version]) => `${browser}${version}`),
  `ios${BROWSER_FLOOR.safari}`,
]

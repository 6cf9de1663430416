import { afterPaint } from '#lib/after-paint'
import { tabStore } from '#lib/browser-storage'
import { scrollWhileLoading } from '#lib/scroll-while-loading'

const STORED_AS = 'aura-scroll'
const MAX_ENTRIES = 50

type Places = Record<string, number>

function stored(): Places {
  try {
    return JSON.parse(tabStore.getItem(STORED_AS) ?? '{}') as Places
  } catch {
    return {}
  }
}

let places: Places = {}
let mark = ''
let path = ''

function markOfEntry(): string | undefined {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'mark' in state ? String(state.mark) : undefined
}

function enter(known: string | undefined): void {
  mark = known ?? crypto.randomUUID()
  path = location.pathname
}

const markEntry = () => history.replaceState({ ...(history.state as object | null), mark }, '')

/** Marks the entry, also after a tab or filter replaced its state with its address. */
function keepMark(): void {
  if (markOfEntry() === undefined && location.pathname === path) markEntry()
}

/** Scrolls once the page is tall enough. */
function scrollOnceItFits(top: number): void {
  if (top === 0) return
  const wanted = mark
  scrollWhileLoading(() => {
    scrollTo({ top, behavior: 'instant' })
    return Math.abs(scrollY - top) < 2 || wanted !== mark
  })
}

/** Starts recording scroll positions. Returns a function that stops it. A reload restores the position. */
export function rememberPlaces(): () => void {
  history.scrollRestoration = 'manual'
  places = stored()
  enter(markOfEntry())
  // Writing to the history takes as long as several components.
  const cancel = afterPaint(keepMark)
  scrollOnceItFits(places[mark] ?? 0)
  const remember = () => {
    places[mark] = scrollY
  }
  const keep = () => {
    const latest = Object.entries(places).slice(-MAX_ENTRIES)
    tabStore.setItem(STORED_AS, JSON.stringify(Object.fromEntries(latest)))
  }
  addEventListener('scroll', remember, { passive: true })
  addEventListener('pagehide', keep)
  addEventListener('replaceState', keepMark)
  return () => {
    cancel()
    removeEventListener('scroll', remember)
    removeEventListener('pagehide', keep)
    removeEventListener('replaceState', keepMark)
    history.scrollRestoration = 'auto'
  }
}

/** Scrolls to the position of this history entry, or to the top if it is new. */
export function restorePlace(): void {
  const known = markOfEntry()
  enter(known)
  if (known === undefined) {
    markEntry()
    scrollTo({ top: 0, behavior: 'instant' })
  } else scrollOnceItFits(places[mark] ?? 0)
}

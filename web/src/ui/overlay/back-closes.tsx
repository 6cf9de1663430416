import { useEffect, useEffectEvent } from 'react'

type Close = () => void

/** The open dialogs, the topmost last. */
const layers: Close[] = []
/** Runs while the entry of the dialogs is being left. Pages that are opened meanwhile wait for that, in order. */
let leaving: ReturnType<typeof setTimeout> | undefined
const onLeft: (() => void)[] = []
/** Within this time a browser goes back, unless a restored tab has nothing to go back to. */
const LEAVE_MS = 2_000
/** Address and state that the page got while its dialogs had an entry of their own. */
let replaced: { from: string; state: unknown; url: string } | null = null
let pageHref = ''

const stateOf = (state: unknown): object => (typeof state === 'object' && state !== null ? state : {})
const isOverlayEntry = (): boolean => 'isOverlay' in stateOf(history.state)

function withoutMark(state: unknown): unknown {
  const { isOverlay: _, ...rest } = stateOf(state) as { isOverlay?: true }
  return Object.keys(rest).length > 0 ? rest : null
}

/** Gives open dialogs one entry of the history, and takes it away with the last of them. */
function reconcile(): void {
  if (leaving) return
  const isThere = isOverlayEntry()
  if (layers.length > 0 && !isThere) {
    pageHref = location.href
    replaced = null
    native.pushState?.({ ...stateOf(history.state), isOverlay: true }, '')
  } else if (layers.length === 0 && isThere) {
    leaving = setTimeout(() => {
      native.replaceState?.(withoutMark(history.state), '')
      left()
    }, LEAVE_MS)
    history.back()
  }
}

function left(): void {
  clearTimeout(leaving)
  leaving = undefined
  for (const open of onLeft.splice(0)) open()
  reconcileSoon()
}

// Dialogs that give way to one another in the same rendering keep the entry.
const reconcileSoon = () => queueMicrotask(reconcile)

const native: Partial<Pick<History, 'pushState' | 'replaceState'>> = {}

function onPopState(): void {
  if (!isOverlayEntry() && replaced?.from === location.href) {
    native.replaceState?.(replaced.state, '', replaced.url)
    replaced = null
  }
  if (leaving) {
    left()
    return
  }
  if (!isOverlayEntry()) layers.at(-1)?.()
  // Later than the rendering: a dialog that stays open gets its entry back, and an entry without a dialog is left.
  setTimeout(reconcile)
}

/** While dialogs are open, a page opened from one takes their entry, and an address that is replaced is replaced below. */
function patchHistory(): void {
  native.pushState = history.pushState.bind(history)
  native.replaceState = history.replaceState.bind(history)
  history.pushState = (state, unused, url) => {
    if (leaving) onLeft.push(() => native.pushState?.(state, unused, url))
    else if (isOverlayEntry()) native.replaceState?.(state, unused, url)
    else native.pushState?.(state, unused, url)
    reconcileSoon()
  }
  history.replaceState = (state, unused, url) => {
    if (!isOverlayEntry()) return native.replaceState?.(state, unused, url)
    native.replaceState?.({ ...stateOf(state), isOverlay: true }, unused, url)
    replaced = { from: pageHref, state: withoutMark(state), url: location.href }
  }
  // Captured, so that the address is right before anything else reads it.
  addEventListener('popstate', onPopState, true)
  reconcile()
}

if (typeof history !== 'undefined') patchHistory()

/** Runs `leave`, which leads to another document, once the entry of closing dialogs is gone: going back would cancel it. */
export function afterDialogs(leave: () => void): void {
  if (leaving || isOverlayEntry()) onLeft.push(leave)
  else leave()
}

/**
 * Makes Back close a dialog while it is open; one that `close` leaves open stays. Open dialogs share one entry of the
 * history, and Back closes the topmost.
 */
export function useBackCloses(isOpen: boolean, close: Close): void {
  const onBack = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const layer = () => onBack()
    layers.push(layer)
    reconcileSoon()
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      reconcileSoon()
    }
  }, [isOpen])
}

import { focusScreen } from './focus-screen.ts'

/** Containers that can take the focus when a control inside them is removed. */
const PARTS = 'section, article, form, li, nav, header, footer, main, [role="group"], [role="dialog"]'

/**
 * A pressed control may be removed and lose the focus, and keyboard users would start over at the top of the
 * page. Moves the focus to the enclosing part instead, or to the screen when a whole dialog is gone.
 */
export function keepFocus(): void {
  let last: HTMLElement | null = null
  let parts: HTMLElement[] = []
  const follow = (focused: EventTarget | null) => {
    last = focused instanceof HTMLElement ? focused : null
    parts = last ? partsAround(last) : []
  }
  follow(document.activeElement)
  addEventListener('focusin', ({ target }) => follow(target))
  // A press on the background removes the focus on purpose.
  addEventListener('pointerdown', () => (last = null), { capture: true })
  const isLost = () => last !== null && !last.isConnected && document.activeElement === document.body
  const observer = new MutationObserver(() => {
    if (!isLost()) return
    // Runs after handlers that restore the focus themselves.
    setTimeout(() => {
      if (!isLost()) return
      const part = parts.find(({ isConnected }) => isConnected)
      if (!part) return focusScreen()
      if (!part.hasAttribute('tabindex')) part.tabIndex = -1
      part.focus({ preventScroll: true })
    })
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

/** Innermost first, up to its dialog. */
function partsAround(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let part = element.parentElement?.closest<HTMLElement>(PARTS); part; ) {
    found.push(part)
    if (part.getAttribute('role') === 'dialog') break
    part = part.parentElement?.closest<HTMLElement>(PARTS)
  }
  return found
}

import { focusScreen } from './focus-screen.ts'

/** Containers that can take the focus when a control inside them is removed. */
const PARTS = 'section, article, form, li, nav, header, footer, main, [role="group"], [role="dialog"]'

/**
 * Keeps the keyboard focus when a pressed control is removed, so that keyboard users don't start over at the top of the
 * page. Moves the focus to the enclosing part, or to the screen if a whole dialog is gone.
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

function partsAround(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let part = element.parentElement?.closest<HTMLElement>(PARTS); part; ) {
    found.push(part)
    if (part.getAttribute('role') === 'dialog') break
    part = part.parentElement?.closest<HTMLElement>(PARTS)
  }
  return found
}

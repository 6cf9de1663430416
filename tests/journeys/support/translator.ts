import type { Page } from '@playwright/test'

/** What a translator does to a text: puts `<font>` elements in its place, or around it. */
export type Translation = 'replaced' | 'wrapped'

/**
 * Translates the page and everything that is added to it, as browsers do, `delayMs` after each change. The texts stay
 * the same, so a journey finds them, and one that React changed in vain is seen as it was before.
 */
export async function translatePage(page: Page, how: Translation, delayMs: number): Promise<void> {
  await page.addInitScript(translate, { how, delayMs })
}

/** Runs in the page. */
function translate({ how, delayMs }: { how: Translation; delayMs: number }): void {
  const UNTOUCHED = 'script, style, noscript, svg, textarea, option, font'
  const work = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) {
      if (text.data.trim() === '' || text.parentElement?.closest(UNTOUCHED)) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      if (how === 'replaced') inner.textContent = text.data
      // As a translator does it, which runs in a world of its own and so calls the browser's own functions.
      text.replaceWith(outer)
      outer.append(inner)
      if (how === 'wrapped') inner.append(text)
    }
  }
  const start = () => {
    work()
    new MutationObserver(() => (delayMs === 0 ? work() : setTimeout(work, delayMs))).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  }
  addEventListener('DOMContentLoaded', start)
}

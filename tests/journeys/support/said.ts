import { expect, type Page } from '@playwright/test'

type WithSaid = typeof globalThis & { said: Set<string> }

/** Records toasts, which disappear within seconds. */
export async function rememberToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said = new Set<string>()
    ;(window as unknown as WithSaid).said = said
    new MutationObserver(() => {
      for (const text of document.querySelectorAll('[aria-label="Messages"] p')) said.add(text.textContent ?? '')
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

export const expectSaid = (page: Page, text: string): Promise<void> =>
  expect.poll(() => page.evaluate(() => [...(window as unknown as WithSaid).said])).toContain(text)

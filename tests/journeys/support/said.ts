import { expect, type Page } from '@playwright/test'

type WithSaid = typeof globalThis & { said: Set<string> }

/** Records toasts and statuses, which disappear within seconds. */
export async function rememberSaid(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said = new Set<string>()
    ;(window as unknown as WithSaid).said = said
    new MutationObserver(() => {
      for (const text of document.querySelectorAll('[aria-label="Messages"] p, [role=status]')) {
        said.add(text.textContent ?? '')
      }
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

export const expectSaid = (page: Page, text: string): Promise<void> =>
  expect.poll(() => page.evaluate(() => [...(window as unknown as WithSaid).said].join('\n'))).toContain(text)

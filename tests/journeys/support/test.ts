import { test as base } from '@playwright/test'

export * from '@playwright/test'

/**
 * Closes the pages and contexts a journey opened beside its page: an open showdown would draw during all later
 * journeys.
 */
export const test = base.extend<{ closing: undefined }>({
  closing: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts())
      await use(undefined)
      await Promise.all(
        browser
          .contexts()
          .filter((context) => !before.has(context))
          .map((context) => context.close()),
      )
    },
    { auto: true },
  ],
})

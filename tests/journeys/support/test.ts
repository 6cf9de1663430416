import { test as base } from '@playwright/test'

export * from '@playwright/test'

/** Closes what a journey opened beside its page: a showdown that is left open draws on under all journeys after it. */
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

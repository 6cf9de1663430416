import { type BrowserContext, test as base } from '@playwright/test'

export * from '@playwright/test'

/** An answer that is still being changed would fail the journey once its context is closed. */
const unroute = (context: BrowserContext) =>
  Promise.all([context, ...context.pages()].map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })))

/**
 * Closes the pages and contexts a journey opened beside its page: an open showdown would draw during all later
 * journeys.
 */
export const test = base.extend<{ closing: undefined }>({
  context: async ({ context }, use) => {
    await use(context)
    await unroute(context)
  },
  closing: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts())
      await use(undefined)
      await Promise.all(
        browser
          .contexts()
          .filter((context) => !before.has(context))
          .map((context) => unroute(context).then(() => context.close())),
      )
    },
    { auto: true },
  ],
})

import type { Page } from '@playwright/test'

/** Changes what the server answers at an address. */
export const changeAnswer = <Answer extends object>(
  page: Page,
  address: string | RegExp,
  changes: object | ((answer: Answer) => object),
): Promise<unknown> =>
  page.route(address, async (route) => {
    const response = await route.fetch()
    const answer: Answer = await response.json()
    const changed = typeof changes === 'function' ? changes(answer) : changes
    await route.fulfill({ response, json: { ...answer, ...changed } })
  })

/** Stops the live stream, which would restore the server's own data. */
export const withoutLive = (page: Page): Promise<unknown> => page.route('**/api/live?*', (route) => route.abort())

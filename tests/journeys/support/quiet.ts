import type { Page, Request } from '@playwright/test'

const QUIET_MS = 500

/** Returns a function that waits for half a second without requests: the live stream prevents `networkidle`. */
export function watchNetwork(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let lastMs = Date.now()
  const end = (request: Request) => {
    if (open.delete(request)) lastMs = Date.now()
  }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/live') return
    open.add(request)
    lastMs = Date.now()
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    while (open.size > 0 || Date.now() - lastMs < QUIET_MS) await page.waitForTimeout(50)
  }
}

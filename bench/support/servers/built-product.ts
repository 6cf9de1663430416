import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import makeSnapshot from '../../../tests/journeys/support/database-snapshot.ts'
import { type ClockServer, startClockServer } from '../../../tests/journeys/support/servers.ts'
import { findBrowser } from '../../../tools/browser.ts'
import { buildWeb } from '../../../tools/build/web-build.ts'

export interface BuiltProduct {
  server: ClockServer
  browser: Browser
  close(): Promise<void>
}

/** The web app, built when stale, on its real server with a manual clock, and a full browser. */
export async function openBuiltProduct(startAt: string): Promise<BuiltProduct> {
  const build = await buildWeb(join(import.meta.dirname, '../../..'))
  if (build.state === 'failed') throw new Error(build.output)
  const { executablePath, args } = await findBrowser('whole')
  await makeSnapshot()
  const server = await startClockServer({ startAt })
  const browser = await chromium.launch({ executablePath, args })
  return {
    server,
    browser,
    async close() {
      await browser.close()
      await server.stop()
    },
  }
}

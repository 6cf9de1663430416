import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { type BrowserKind, findBrowser } from '../../tools/browser.ts'
import { buildWeb } from '../../tools/build/web-build.ts'

/** Builds the web app if it is out of date. Throws the output of a failed build. */
export async function buildWebApp(): Promise<void> {
  const build = await buildWeb(join(import.meta.dirname, '../..'))
  if (build.state === 'failed') throw new Error(build.output)
}

/** Opens a full browser, which draws as users' browsers do, unless the headless shell is asked for. */
export async function openBrowser(kind: BrowserKind = 'whole', ...more: string[]): Promise<Browser> {
  const { executablePath, args } = await findBrowser(kind)
  return chromium.launch({ executablePath, args: [...args, ...more] })
}

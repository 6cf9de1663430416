import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { findBrowser } from '../../tools/browser.ts'
import { buildWeb } from '../../tools/build/web-build.ts'

/** Builds the web app if it is out of date. Throws the output of a failed build. */
export async function buildWebApp(): Promise<void> {
  const build = await buildWeb(join(import.meta.dirname, '../..'))
  if (build.state === 'failed') throw new Error(build.output)
}

/** Opens a full browser, not the headless shell, since it draws as users' browsers do. */
export async function openBrowser(...more: string[]): Promise<Browser> {
  const { executablePath, args } = await findBrowser('whole')
  return chromium.launch({ executablePath, args: [...args, ...more] })
}

import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { findBrowser } from '../../tools/browser.ts'
import { buildWeb } from '../../tools/build/web-build.ts'

/** Builds the web app when it is stale. Throws the output of a build that fails. */
export async function buildWebApp(): Promise<void> {
  const build = await buildWeb(join(import.meta.dirname, '../..'))
  if (build.state === 'failed') throw new Error(build.output)
}

/** A whole browser, not the headless shell: it draws as people's do. */
export async function openBrowser(...more: string[]): Promise<Browser> {
  const { executablePath, args } = await findBrowser('whole')
  return chromium.launch({ executablePath, args: [...args, ...more] })
}

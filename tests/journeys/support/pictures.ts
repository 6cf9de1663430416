import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type TestInfo } from '@playwright/test'

/** Pictures are grouped by system and Chromium major, because text rendering differs. */
const FOLDER = join(import.meta.dirname, '../shots')

/** Only baselines of the same system and Chromium decide; others are informative. */
export interface Baselines {
  folder: string
  decides: boolean
}

/** Returns the baselines of this system, else those of another, else null. */
export function baselinesFor(platform: string, browserVersion: string, accepting: boolean): Baselines | null {
  const own = `${platform}-chromium-${Number.parseInt(browserVersion, 10)}`
  const folders = existsSync(FOLDER) ? readdirSync(FOLDER).sort() : []
  if (accepting || folders.includes(own)) return { folder: own, decides: true }
  const other = folders.find((folder) => folder.startsWith(`${platform}-`)) ?? folders[0]
  return other ? { folder: other, decides: false } : null
}

/** Compares a picture with its baseline. Playwright attaches both and their difference. */
export async function compare(target: Locator, name: string, baselines: Baselines | null, info: TestInfo) {
  if (!baselines) {
    info.annotations.push({ type: 'no baseline', description: name })
    return
  }
  if (baselines.decides) {
    await expect.soft(target).toHaveScreenshot([baselines.folder, name])
    return
  }
  try {
    await expect(target).toHaveScreenshot([baselines.folder, name], { timeout: 5_000 })
  } catch {
    info.annotations.push({ type: 'looks different', description: `${name}, compared with ${baselines.folder}` })
  }
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { RunOptions, SerialContextObject } from 'axe-core'

/** Minified, since every page parses it anew. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Runs axe in the page. Returns its findings, with `colours` only those that depend on the theme. */
export async function accessibilityFaults(
  page: Page,
  { within = { include: 'html' }, colours = false }: { within?: SerialContextObject; colours?: boolean } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const options: RunOptions = {
    runOnly: colours ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: RULES },
    resultTypes: ['violations'],
  }
  return page.evaluate(
    async ([context, options]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(context, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    [within, options] as const,
  )
}

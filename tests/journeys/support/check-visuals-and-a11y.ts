import { expect, type Page } from '@playwright/test'
import { accessibilityFaults } from './accessibility.ts'

/** Saves a screenshot to .artifacts/shots if AURA_PICTURES=1. No test reads it. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env.AURA_PICTURES === '1') await page.screenshot({ path: `.artifacts/shots/${name}.png` })
}

/** Checks the page with axe, on a phone also at 320 px. With `colours`, checks only the colours of the other theme. */
export async function checkVisualsAndA11y(page: Page, name: string, { colours = false } = {}): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await takePicture(page, name)
  expect(await accessibilityFaults(page, { colours }), name).toEqual([])
  const size = page.viewportSize()
  if (colours || !size || size.width > 400) return
  await page.setViewportSize({ width: 320, height: size.height })
  await drawn(page)
  const overflow = await sidewaysScroll(page)
  await page.setViewportSize(size)
  expect(overflow, `${name} scrolls sideways at 320 px`).toBeLessThanOrEqual(0)
}

export async function checkInBothThemes(page: Page, name: (theme: 'dark' | 'light') => string): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [now, then] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  await checkVisualsAndA11y(page, name(now))
  await page.emulateMedia({ colorScheme: then })
  await expect(page.locator('html')).toHaveAttribute('data-theme', then)
  await drawn(page)
  await checkVisualsAndA11y(page, name(then), { colours: true })
}

/** Waits for resize observers and a paint. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))))

/** Runs `work` with text of 200 % by the browser's setting, which em-based media queries follow. */
export async function withLargeLetters(page: Page, work: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await work()
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  await session.detach()
}

/** Returns the pixels by which the page or an open dialog scrolls sideways, including text beyond a dialog's edge. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')]
    const elements = dialogs.flatMap((dialog) => [dialog, ...dialog.querySelectorAll('*')])
    const scrollable = elements.filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
    const beyondEdge = dialogs.flatMap((dialog) => {
      const edge = dialog.getBoundingClientRect().right
      return (
        [...dialog.querySelectorAll('h1, h2, h3, p, dt, dd, li, label, button, blockquote')]
          .filter((element) => element.checkVisibility() && getComputedStyle(element).overflowX === 'visible')
          // Scrolling areas are measured above.
          .filter((element) => element.clientWidth > 1 && !scrollable.some((area) => area.contains(element)))
          .map((element) => element.getBoundingClientRect().left + element.scrollWidth - edge)
      )
    })
    return Math.max(
      document.documentElement.scrollWidth - window.innerWidth,
      ...scrollable.map((element) => element.scrollWidth - element.clientWidth),
      ...beyondEdge,
    )
  })

/** Returns cut-off texts, except deliberate ellipses. */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, p, button, a, dt, dd, li, label, span, b')]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => {
        const { overflowX, textOverflow, webkitLineClamp, display } = getComputedStyle(element)
        const isShortened = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
        if (display === 'inline' || isShortened || element.clientWidth <= 1) return false
        return overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
      })
      .map((element) => element.textContent?.trim().slice(0, 40) ?? '')
      .filter((text) => text !== ''),
  )

/** Returns names of up to 20 letters that break into more than three lines. */
export const brokenWords = (page: Page): Promise<string[]> => textsOnMoreLines(page, String.raw`\S{4,20}`, 3)

/** Returns numbers that don't stay on one line. */
export const brokenNumbers = (page: Page): Promise<string[]> =>
  textsOnMoreLines(page, String.raw`[+−]?\d[\d,.]*[KM%]?`, 1)

const textsOnMoreLines = (page: Page, pattern: string, lines: number): Promise<string[]> =>
  page.evaluate(
    ({ pattern, lines }) => {
      const broken: string[] = []
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!text.parentElement?.checkVisibility({ visibilityProperty: true })) continue
        for (const { index, 0: word } of (text.textContent ?? '').matchAll(
          new RegExp(`(?<!\\S)(?:${pattern})(?!\\S)`, 'g'),
        )) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (tops.size > lines) broken.push(word)
        }
      }
      return broken
    },
    { pattern, lines },
  )

/** Returns figures that overlap the next cell. */
export const crossedCells = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('dl > div')]
      .filter((cell) => cell.checkVisibility({ visibilityProperty: true }))
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.textContent?.trim() ?? ''),
  )

/** Returns controls that overlap the page's margin. */
export const inTheMargin = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const end =
      document.documentElement.clientWidth -
      Number.parseFloat(getComputedStyle(document.querySelector('.page') ?? document.body).paddingRight)
    return [...document.querySelectorAll('main :is(a, button)')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.getBoundingClientRect().right > end + 1)
      .map((element) => element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '')
  })

export const runningAnimations = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration) > 1)
      .map((animation) => ('animationName' in animation ? String(animation.animationName) : 'a transition')),
    ...[...document.querySelectorAll('video')].filter((video) => !video.paused).map(() => 'a video'),
  ])

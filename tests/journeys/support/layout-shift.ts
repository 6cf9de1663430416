import type { Page } from '@playwright/test'

declare global {
  interface Window {
    layoutShifts?: { value: number; of: string }[]
  }
}

/** Records layout shifts from the next page load on, those after a press too. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; of: string }[] = []
    window.layoutShifts = shifts
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : (node?.nodeName ?? 'gone')
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number
          sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
        }
        const moved = sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `${nameOf(node)} ${from.x | 0},${from.y | 0} ${from.width | 0}x${from.height | 0} -> ${to.x | 0},${to.y | 0} ${to.width | 0}x${to.height | 0}`,
        )
        shifts.push({ value, of: moved.join('; ') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Returns how far the page has moved by itself since it loaded, and what moved. */
export async function shiftsOf(page: Page): Promise<{ total: number; of: string[] }> {
  const shifts = await page.evaluate(() => window.layoutShifts ?? [])
  return {
    total: shifts.reduce((sum, { value }) => sum + value, 0),
    of: shifts.map(({ value, of }) => `${value.toFixed(4)} ${of}`),
  }
}

import { expect, it } from 'vitest'
import { pageForEach } from '../../../dev/render-hook.ts'

const START_MS = Date.parse('2026-01-01T12:00:00Z')
const at = (ms: number) => new Date(START_MS + ms).toISOString()

const page = pageForEach(START_MS)

async function opened(first: readonly string[]) {
  const { useLateLead } = await import('./use-late-lead.ts')
  const announced = await page.renderWith(first, (extendedAt) => useLateLead({ extendedAt: [...extendedAt] }))
  return { announced, move: announced.show }
}

it('a late lead is announced at once, and so is the next [battles.soft-close-shown]', async () => {
  const { announced, move } = await opened([])
  await page.pass(1_000)
  await move([at(0)])
  expect(announced.current).toBe(1)
  await page.pass(30_000)
  await move([at(0), at(30_000)])
  expect(announced.current).toBe(2)
})

it('a late lead from before the page opened, or that it hears of much later, is not announced', async () => {
  const { announced, move } = await opened([at(-1_000)])
  expect(announced.current).toBe(0)
  await page.pass(60_000)
  await move([at(-1_000), at(20_000)])
  expect(announced.current).toBe(0)
})

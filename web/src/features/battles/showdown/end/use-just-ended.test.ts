import { expect, it } from 'vitest'
import { pageForEach } from '../../../../dev/render-hook.ts'
import type { BattleDetail } from '../../shared/battle-view.ts'

const ENDS = '2026-01-01T12:00:00Z'
type State = [status: BattleDetail['status'], isFresh: boolean, nowMs: number]

const page = pageForEach(Date.parse(ENDS) - 60_000)

/** Passes these states, each at a number of milliseconds after the end. Returns whether the end is celebrated. */
async function celebrated(...states: State[]): Promise<boolean> {
  const { useJustEnded } = await import('./use-just-ended.ts')
  const first: State = ['active', false, 0]
  const shown = await page.renderWith(first, ([status, isFresh]) => useJustEnded({ status, endsAt: ENDS }, isFresh))
  for (const state of states) {
    await page.pass(Date.parse(ENDS) + state[2] - Date.now())
    await shown.show(state)
  }
  return shown.current
}

it('celebrates an end that comes while the page is open, and keeps on', async () => {
  expect(await celebrated(['active', true, -5_000], ['completed', true, 900], ['completed', true, 90_000])).toBe(true)
})

it('celebrates no end that came between two visits: the state before it was cached', async () => {
  expect(await celebrated(['active', false, -5_000], ['completed', true, 900])).toBe(false)
})

it('celebrates no end that a page hears of much later', async () => {
  expect(await celebrated(['active', true, -5_000], ['completed', true, 3_600_000])).toBe(false)
})

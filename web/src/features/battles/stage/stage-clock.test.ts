import { expect, it } from 'vitest'
import { pageForEach } from '../../../dev/render-hook.ts'
import { stageClock } from './stage-clock.ts'

it.each([
  ['pending', 90_000, 'Expires in', '00:01:30'],
  ['pending', 0, '', 'Expiring'],
  ['accepted', 90_000, 'Starts in', '00:01:30'],
  ['cancellation_requested', 90_000, 'Starts in', '00:01:30'],
  ['accepted', 0, '', 'Starting'],
  ['active', 14_400_000, '', '04:00:00'],
  ['active', 0, '', 'Voting Ended'],
] as const)('a battle that is %s counts to what comes next', (status, leftMs, before, clock) => {
  expect(stageClock(status, leftMs)).toEqual({ before, clock })
})

const page = pageForEach(Date.parse('2026-01-01T12:00:00.400Z'))

it('shows the same seconds as the final minute at any moment', async () => {
  const { useStageClock } = await import('./stage-clock.ts')
  const { useTimeLeft } = await import('../showdown/final/use-time-left.ts')
  const { secondsLeft } = await import('../showdown/final/final-minute.ts')
  const at = { battleStartsAt: '2026-01-01T11:00:00Z', endsAt: '2026-01-01T12:00:50Z' }
  const shown = await page.renderAlone(() => ({
    clock: useStageClock({ status: 'active', ...at }).clock,
    giant: secondsLeft(useTimeLeft(at.endsAt)),
  }))
  for (let step = 0; step < 30; step++) {
    await page.pass(100)
    expect(shown.current.clock).toBe(`00:00:${shown.current.giant}`)
  }
  expect(shown.current.giant).toBe(47)
})

import { expect, it } from 'vitest'
import { pageForEach } from '../../../dev/render-hook.ts'
import type { BattleDetail, Side, Vote } from '../shared/battle-view.ts'
import { ALERT_SHOWS_MS } from './alerts.ts'

const NOW = '2026-01-01T12:00:00Z'

const page = pageForEach(Date.parse(NOW))

const battle = (changes: Partial<BattleDetail>) =>
  ({
    status: 'active',
    endsAt: '2026-01-01T12:01:30Z',
    giftCount: 1,
    challengerId: 'ada',
    opponentId: 'bo',
    winnerId: null,
    challenger: { username: 'ada' },
    opponent: { username: 'bo' },
    topGifters: { challenger: [], opponent: [] },
    ...changes,
  }) as BattleDetail

const vote = (seq: number) =>
  ({ seq, voterId: 'cy', voterUsername: 'cy', participantId: 'ada', amount: seq, createdAt: NOW }) as Vote

async function opened(first: Partial<BattleDetail>) {
  const { useAlerts } = await import('./use-alerts.ts')
  const shown = await page.renderWith(first, (changes) => {
    const { giftCount, ...rest } = battle(changes)
    const votes = Array.from({ length: giftCount }, (_, i) => vote(giftCount - i))
    const steeze = votes.reduce((sum, { amount }) => sum + amount, 0)
    const sides = [
      { person: { id: 'ada' }, name: 'ada', steeze },
      { person: { id: 'bo' }, name: 'bo', steeze: 0 },
    ] as unknown as readonly [Side, Side]
    return useAlerts({ giftCount, ...rest }, votes, sides)
  })
  return { kind: () => shown.current?.alert.kind, show: shown.show }
}

it('a gift, the final minute and the result each have an alert while the page is open [battles.stream-alerts]', async () => {
  const { kind, show } = await opened({})
  expect(kind()).toBeUndefined()
  await show({ giftCount: 2 })
  expect(kind()).toBe('gift')
  await page.pass(ALERT_SHOWS_MS)
  expect(kind()).toBeUndefined()
  await page.pass(30_000 - ALERT_SHOWS_MS)
  expect(kind()).toBe('minute')
  await page.pass(60_000)
  await show({ giftCount: 2, status: 'completed', winnerId: 'ada' })
  expect(kind()).toBe('win')
  await page.pass(ALERT_SHOWS_MS)
  expect(kind()).toBeUndefined()
})

it('a page opened in the final minute, or after the end, shows nothing of before [battles.alert-queue]', async () => {
  for (const first of [{ endsAt: '2026-01-01T12:00:40Z' }, { status: 'completed', winnerId: 'ada' }] as const) {
    const { kind } = await opened(first)
    await page.pass(2_000)
    expect(kind()).toBeUndefined()
  }
})

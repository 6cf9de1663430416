import { expect, it } from 'vitest'
import { newcomer } from '../../../../tests/server/actors/actors.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

it('the streak calendar covers hundreds of days, month by month, each paid once', async () => {
  const test = await testApp()
  const calendar = (month: string) => ada.call('GET /api/streak', { query: { month } })
  test.ctx.clock.set('2026-03-02T08:14:00Z')
  const ada = await newcomer(test)
  let paid = 0
  for (let day = 0; day < 200; day++) {
    // A session lasts at most 180 days.
    if (day === 100) await ada.signIn()
    paid += (await learn(ada)).auraEarned
    if (day < 199) test.ctx.clock.advance({ days: 1 })
  }
  let sum = 0
  for (const month of ['03', '04', '05', '06', '07', '08', '09']) {
    const shown = await calendar(`2026-${month}`)
    sum += shown.auraInMonth
    expect(shown).toMatchObject({ currentStreak: 200, longestStreak: 200, firstDay: '2026-03-02' })
    for (const { state, day } of shown.days) if (day >= '2026-03-02' && day <= shown.today) expect(state).toBe('streak')
  }
  expect(sum).toBe(paid)
  expect((await calendar('2025-01')).days.every(({ state }) => state === 'empty')).toBe(true)
  const reviews = (await calendar('2026-09')).days.flatMap(({ lessons }) => lessons).filter(({ review }) => review)
  for (const { auraEarned } of reviews) expect(auraEarned).toBe(10)
  await test.close()
})

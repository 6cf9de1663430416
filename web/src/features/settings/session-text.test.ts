import { expect, it } from 'vitest'
import { timesIn } from '#lib/time/times'
import { deviceName, lastUse, lifeText } from './session-text.ts'

it('names a browser by what is known of it', () => {
  expect(deviceName({ browser: 'Safari', system: 'iPhone' })).toBe('Safari on iPhone')
  expect(deviceName({ browser: null, system: 'Linux' })).toBe('Linux')
  expect(deviceName({ browser: 'Chrome', system: null })).toBe('Chrome')
  expect(deviceName({ browser: null, system: null })).toBe('Unknown browser')
})

it('says when it was used last, no finer than it is known', () => {
  const now = new Date('2026-03-10T12:00:00Z')
  const ago = (hours: number) => lastUse(new Date(now.getTime() - hours * 3_600_000), now, timesIn('UTC'))
  expect([ago(0), ago(1.9)]).toEqual(['Used in the last two hours', 'Used in the last two hours'])
  expect([ago(2), ago(23.9)]).toEqual(['Used 2 hours ago', 'Used 23 hours ago'])
  expect([ago(24), ago(48), ago(167)]).toEqual(['Used yesterday', 'Used 2 days ago', 'Used 6 days ago'])
  expect(ago(24 * 9)).toBe('Used on 1 Mar 2026')
})

it('says since when it is signed in, and until when at most', () => {
  const session = { createdAt: '2026-03-02T12:00:00Z', endsAt: '2026-08-29T12:00:00Z' }
  expect(lifeText(session, timesIn('UTC'))).toBe('Signed in 2 Mar 2026, until 29 Aug 2026 at most')
})

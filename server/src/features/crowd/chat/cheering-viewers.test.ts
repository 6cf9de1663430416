import { expect, it } from 'vitest'
import { CheeringViewers } from './cheering-viewers.ts'

it('a viewer cheers once in an interval, however often they write [battles.chat]', () => {
  const viewers = new CheeringViewers({ intervalMs: 10_000, viewers: 100 })
  const at = (nowMs: number) => viewers.mayCheer('cy', nowMs)
  expect([0, 1, 9_999, 10_000, 10_001, 20_000].map(at)).toEqual([true, false, false, true, false, true])
  expect(viewers.mayCheer('dee', 20_000)).toBe(true)
})

it('remembers no more viewers than it may, and forgets each after the interval', () => {
  const viewers = new CheeringViewers({ intervalMs: 10_000, viewers: 3 })
  const cheering = ['a', 'b', 'c', 'd'].map((login, at) => viewers.mayCheer(login, at))
  expect(cheering).toEqual([true, true, true, false])
  expect(viewers.mayCheer('d', 9_999)).toBe(false)
  expect(viewers.mayCheer('d', 10_000)).toBe(true)
  expect(viewers.mayCheer('e', 10_000)).toBe(false)
})

import { expect, it } from 'vitest'
import { TestClock } from '../../../../tests/server/fakes.ts'
import { defaultLimits } from '../../limits.ts'
import { createLive } from './live.ts'

const newLive = () => createLive({ clock: new TestClock(), limits: defaultLimits })

it('notifies every listener until it unsubscribes', () => {
  const live = newLive()
  const [first, second]: string[][] = [[], []]
  const stop = live.onChange((topic) => first?.push(topic))
  live.onChange((topic) => second?.push(topic))
  live.changed('battles')
  stop()
  live.changed('user:1')
  expect([first, second]).toEqual([['battles'], ['battles', 'user:1']])
})

it('never fails the command that changed something', () => {
  const live = newLive()
  const received: string[] = []
  live.onChange(() => {
    throw new Error('a broken listener')
  })
  live.onChange((topic) => received.push(topic))
  expect(() => live.changed('battles')).not.toThrow()
  expect(received).toEqual(['battles'])
})

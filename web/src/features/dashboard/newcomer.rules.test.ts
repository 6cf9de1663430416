import { expect, it } from 'vitest'
import { firstWords, greeting, isNewcomer } from './newcomer.rules.ts'

const person = (currentStreak: number, auraPoints: number) => ({ currentStreak, auraPoints })

it('takes the first days for new, and a broken streak for what it is [learning.newcomer]', () => {
  expect([person(0, 0), person(0, 100), person(2, 480)].map(isNewcomer)).toEqual([true, true, true])
  expect([person(3, 340), person(0, 500), person(1, 8_000)].map(isNewcomer)).toEqual([false, false, false])
})

it('welcomes a newcomer, and explains the ring until the third day [learning.newcomer]', () => {
  expect([person(0, 100), person(1, 140), person(0, 900)].map(greeting)).toEqual([
    'Welcome,',
    'Welcome back,',
    'Welcome back,',
  ])
  expect(firstWords(person(0, 100))).toContain('Aura Points (AP) are')
  expect(firstWords(person(1, 140))).toContain('Your level follows from')
  expect(firstWords(person(3, 400))).toBeNull()
})

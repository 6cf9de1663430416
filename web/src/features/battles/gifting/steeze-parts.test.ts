import { expect, it } from 'vitest'
import { steezeText } from './steeze-parts.ts'

it.each([
  [50, 150, 'Spends 50 purchased.'],
  [200, 150, 'Spends 150 purchased and 50 earned.'],
  [1_500, 0, 'Spends 1,500 earned.'],
])('a gift of %i from %i purchased', (amount, purchased, text) => expect(steezeText(amount, purchased)).toBe(text))

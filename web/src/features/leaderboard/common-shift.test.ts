import { expect, it } from 'vitest'
import { commonShift } from './common-shift.ts'

it.each([
  ['most', [67, 67, 67, -402, 0], 67],
  ['most, be they few', [80, 80, -600, 0], 80],
  ['the upper of two halves', [0, 0, 67, 67], 0],
  ['nobody', [], 0],
])('is as far as %s went', (_, moves, shift) => expect(commonShift(moves)).toBe(shift))

import { expect, it } from 'vitest'
import { AURA_LEVELS } from '../levels.ts'
import { VOUCH_MULTIPLIERS } from './vouching.ts'

it.each([
  ['Clout Chaser', '1.0'],
  ['Attention Seeker', '1.3'],
  ['Dedicated', '1.5'],
  ['Grinder', '2.0'],
  ['Aura Vader', '3.0'],
])('%s multiplies by %s', (level, multiplier) => {
  expect(AURA_LEVELS.filter(({ name }) => name === level).map(({ key }) => VOUCH_MULTIPLIERS[key])).toEqual([
    multiplier,
  ])
})

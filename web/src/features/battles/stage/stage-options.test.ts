import { expect, it } from 'vitest'
import { readStageOptions, stageQuery } from './stage-options.ts'

const USUAL = { theme: 'dark', scale: 1, hasField: true, hasBanners: true } as const

it.each([
  ['', USUAL],
  ['?theme=light&scale=1.5&field=off&banners=off', { theme: 'light', scale: 1.5, hasField: false, hasBanners: false }],
  ['?theme=pink&scale=40&field=on&size=9', USUAL],
  ['?scale=0', USUAL],
  ['?scale=-1', USUAL],
  ['?scale=big', USUAL],
  ['?scale=NaN', USUAL],
  ['?scale=0.49', USUAL],
  ['?scale=3.01', USUAL],
  ['?scale=3', { ...USUAL, scale: 3 }],
] as const)('reads %j', (search, options) => {
  expect(readStageOptions(search)).toEqual(options)
})

it.each([USUAL, { theme: 'light', scale: 0.5, hasField: false, hasBanners: false }] as const)(
  'writes an address that reads back as %j',
  (options) => {
    expect(readStageOptions(stageQuery(options))).toEqual(options)
  },
)

it('leaves usual options out of the address', () => {
  expect(stageQuery(USUAL)).toBe('')
})

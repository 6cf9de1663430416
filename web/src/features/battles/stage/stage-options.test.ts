import { expect, it } from 'vitest'
import { readStageOptions, stageQuery } from './stage-options.ts'

const QUIET = { hasAlerts: false, alertScale: 1, alertColor: 'sides', hasSound: false } as const
const USUAL = { theme: 'dark', scale: 1, hasField: true, hasBanners: true, ...QUIET } as const
const ALERTS = { hasAlerts: true, alertScale: 1.5, alertColor: 'vader', hasSound: true } as const

it.each([
  ['', USUAL],
  [
    '?theme=light&scale=1.5&field=off&banners=off',
    { theme: 'light', scale: 1.5, hasField: false, hasBanners: false, ...QUIET },
  ],
  ['?theme=pink&scale=40&field=on&size=9', USUAL],
  ['?scale=0', USUAL],
  ['?scale=-1', USUAL],
  ['?scale=big', USUAL],
  ['?scale=NaN', USUAL],
  ['?scale=0.49', USUAL],
  ['?scale=3.01', USUAL],
  ['?scale=3', { ...USUAL, scale: 3 }],
  ['?alerts=on', { ...USUAL, hasAlerts: true }],
  ['?alerts=on&alert-scale=1.5&alert-color=vader&sound=on', { ...USUAL, ...ALERTS }],
  ['?alerts=yes&alert-scale=4&alert-color=%23f00&sound=1', USUAL],
] as const)('reads %j', (search, options) => {
  expect(readStageOptions(search)).toEqual(options)
})

it.each([
  USUAL,
  { theme: 'light', scale: 0.5, hasField: false, hasBanners: false, ...QUIET },
  { ...USUAL, ...ALERTS },
] as const)('writes an address that reads back as %j', (options) => {
  expect(readStageOptions(stageQuery(options))).toEqual(options)
})

it('leaves usual options out of the address, and without alerts also theirs', () => {
  expect(stageQuery(USUAL)).toBe('')
  expect(stageQuery({ ...USUAL, ...ALERTS, hasAlerts: false })).toBe('')
  expect(stageQuery({ ...USUAL, hasAlerts: true })).toBe('?alerts=on')
})

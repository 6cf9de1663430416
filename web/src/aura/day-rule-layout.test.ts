import { describe, expect, it } from 'vitest'
import { aheadText, ruleLabels, ruleTicks, shortLabels } from './day-rule-layout.ts'

describe('ruleTicks', () => {
  it('lights a tick a day in the colour of that day’s level', () => {
    const ticks = ruleTicks(12)
    expect(ticks).toHaveLength(30)
    expect(ticks.filter((tick) => tick.lit)).toHaveLength(12)
    expect(ticks[4]).toMatchObject({ day: 5, level: 'attention', threshold: true })
    expect(ticks.filter((tick) => tick.threshold).map((tick) => tick.day)).toEqual([5, 10, 15, 30])
  })

  it('stays full beyond the last day', () => {
    expect(ruleTicks(400).every((tick) => tick.lit)).toBe(true)
  })
})

describe('labels', () => {
  it('stand where a level begins', () => {
    expect(ruleLabels(12).map(({ text, reached }) => [text, reached])).toEqual([
      ['Clout Chaser', true],
      ['5 Attention Seeker', true],
      ['10 Dedicated', true],
      ['15 Grinder', false],
      ['30 Aura Vader', false],
    ])
    expect(ruleLabels(0)[0]?.reached).toBe(false)
  })

  it('are two on a phone, the next level at its tick and the last', () => {
    const texts = (streak: number) => shortLabels(streak).map((label) => label.text)
    expect(texts(12)).toEqual(['15 Grinder', '30 Aura Vader'])
    expect(texts(0)).toEqual(['5 Attention Seeker', '30 Aura Vader'])
    expect(texts(99)).toEqual(['15 Grinder', '30 Aura Vader'])
    expect(shortLabels(0)[0].x).toBe(ruleTicks(0)[4]?.x)
  })
})

describe('aheadText', () => {
  it('counts to the next level', () => {
    expect([0, 12, 29, 30].map(aheadText)).toEqual([
      '5 more to Attention Seeker',
      '3 more to Grinder',
      '1 more to Aura Vader',
      'the highest level',
    ])
  })
})

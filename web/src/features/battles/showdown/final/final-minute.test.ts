import { describe, expect, it } from 'vitest'
import { callAt, finalStage, firstCallAt, secondsLeft } from './final-minute.ts'

function calls(fromS: number, toS: number): string[] {
  const heard: string[] = []
  let before = ''
  for (let ms = fromS * 1_000; ms >= toS * 1_000; ms -= 250) {
    const call = callAt(ms)
    if (call !== '' && call !== before) heard.push(`${ms / 1_000}: ${call}`)
    before = call
  }
  return heard
}

describe('the final minute', () => {
  it('begins at 60 seconds, counts the last ten and is over at the end [battles.final-minute]', () => {
    expect([61_000, 60_000, 10_001, 10_000, 1, 0, -1].map(finalStage)).toEqual([
      'none',
      'minute',
      'minute',
      'count',
      'count',
      'none',
      'none',
    ])
    expect([10_000, 9_999, 9_001, 9_000, 1, 0, -400].map(secondsLeft)).toEqual([10, 10, 10, 9, 1, 0, 0])
  })

  it('is called at 60, 30 and 10 seconds, once each [battles.final-minute]', () => {
    expect(calls(70, -2)).toEqual(['60: One minute left', '30: 30 seconds left', '10: 10 seconds left'])
    expect(firstCallAt(45_200)).toBe('46 seconds left')
    expect(firstCallAt(61_000)).toBe('')
  })
})

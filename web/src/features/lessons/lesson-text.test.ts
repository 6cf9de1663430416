import { describe, expect, it } from 'vitest'
import { paragraphs, preview } from './lesson-text.ts'

describe('paragraphs', () => {
  it('splits at blank lines only', () => {
    expect(paragraphs('One\nstill one.\n\nTwo.\r\n \r\n\n\nThree.\n')).toEqual(['One\nstill one.', 'Two.', 'Three.'])
    expect(paragraphs(' \n\n ')).toEqual([])
  })
})

describe('preview', () => {
  it('is at most 150 characters and ends between words', () => {
    const text = preview('Every block has limited room. '.repeat(20))
    expect(text.length).toBeLessThanOrEqual(150)
    expect(text).toMatch(/\w…$/)
  })

  it('leaves a short text alone, and cuts one without spaces', () => {
    expect(preview('Short.\n\nText.')).toBe('Short. Text.')
    expect(preview('x'.repeat(400))).toHaveLength(150)
  })
})

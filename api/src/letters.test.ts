import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutToLength, initialOf, isolated, lettersOf, shortened } from './letters.ts'

const ENGLAND = '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'

describe('the first letter of a name', () => {
  it.each([
    ['😎 Max', '😎'],
    ['👩🏽‍🤝‍👨🏿 Bo', '👩🏽‍🤝‍👨🏿'],
    [`${ENGLAND} Bo`, ENGLAND],
    ['🇳🇬 Temi', '🇳🇬'],
    ['ada', 'A'],
    ['e\u0323\u0301ba', 'E\u0323\u0301'],
    ['ßeta', 'ß'],
    ['øyvind', 'Ø'],
    ['क्षमा', 'क्ष'],
    ['한국', '한'],
    ['𝕬𝖉𝖆', '𝕬'],
    [isolated('שלום'), 'ש'],
    ['', '?'],
    [null, '?'],
  ])('of %s is %s [profile.text-avatar]', (name, letter) => expect(initialOf(name)).toBe(letter))
})

it('letters are those of the Unicode standard, with and without characters that join others', () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const character = fc.oneof(
    fc.integer({ min: 0x20, max: 0x2ff }).map((code) => String.fromCodePoint(code)),
    fc.integer({ min: 0x2000, max: 0x206f }).map((code) => String.fromCodePoint(code)),
  )
  const texts = [fc.string({ unit: character }), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme-ascii' })]
  fc.assert(
    fc.property(fc.oneof(...texts), (text) => {
      expect(lettersOf(text)).toEqual(Array.from(segmenter.segment(text), ({ segment }) => segment))
    }),
  )
})

describe('cutting a text', () => {
  it('never splits a letter', () => {
    expect(cutToLength(`ab${ENGLAND}c`, 15)).toBe('ab')
    expect(cutToLength(`ab${ENGLAND}c`, 16)).toBe(`ab${ENGLAND}`)
    expect(shortened('👩‍🚀👩‍🚀👩‍🚀', 2)).toBe('👩‍🚀…')
    expect(shortened('temi_codes', 10)).toBe('temi_codes')
    expect(shortened('temi_codes_', 10)).toBe('temi_code…')
  })

  it('keeps a prefix of whole letters within the room, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, most) => {
        const kept = cutToLength(text, most)
        const letters = lettersOf(text)
        expect(kept.length).toBeLessThanOrEqual(most)
        expect(letters.slice(0, lettersOf(kept).length).join('')).toBe(kept)
      }),
    )
  })
})

it('a name from right to left is isolated in a sentence, and others stay as they are', () => {
  expect(`${isolated('שלום')} 300`).toBe('\u2068שלום\u2069 300')
  expect(isolated('مُبدعة Max')).toBe('\u2068مُبدعة Max\u2069')
  expect(isolated('Łódź 今夜')).toBe('Łódź 今夜')
})

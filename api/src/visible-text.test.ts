import { describe, expect, it } from 'vitest'
import { cleanLine, cleanText } from './visible-text.ts'

describe('a line', () => {
  it.each([
    ['zero width spaces', '\u200B\u200B'],
    ['Hangul fillers', '\u3164\u115F\u1160\uFFA0'],
    ['bidirectional controls', '\u202E\u2066\u2069\u200F\u061C'],
    ['marks with nothing under them', '\u0301\u0302\u20DD'],
    ['tag characters', '\u{E0041}\u{E0042}\u{E007F}'],
    ['variation selectors and joiners alone', '\uFE0F\u200D\u200C\u{E0100}'],
    ['spaces of every kind', ' \u00A0\u2003\u3000\t\r\n\u2028'],
    ['braille blanks', '\u2800\u2800'],
    ['controls and halves of characters', '\u0000\u0007\u0085\uD800'],
    ['nothing', ''],
  ])('of %s is empty', (_, text) => {
    expect(cleanLine(text)).toBe('')
    expect(cleanText(text)).toBe('')
  })

  it.each([
    ['Ada', 'Ada'],
    ['  Ada \n\u2028 Love\u200Blace\t', 'Ada Lovelace'],
    ['\u202Emoc.live\u202C', 'moc.live'],
    ['a\u{E0041}\u00ADb', 'ab'],
    ['e\u0301', 'é'],
    // Joiners stay in scripts that need them.
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
    ['क\u094D\u200Dष', 'क\u094D\u200Dष'],
    ['a\u200Db\u200Cc', 'abc'],
    ['مُبدعة', 'مُبدعة'],
    ['日本 한국 Ελλάδα עברית', '日本 한국 Ελλάδα עברית'],
    ['!?', '!?'],
    ['𝕬𝖉𝖆', '𝕬𝖉𝖆'],
    // So do selectors that choose another form, and a joiner that shapes the end of a word.
    ['葛\u{E0100}城', '葛\u{E0100}城'],
    ['a\u{E0100}b\uFE0F', 'ab'],
    ['☺\uFE0E ☺\uFE0F', '☺\uFE0E ☺\uFE0F'],
    ['ه\u200D 1447', 'ه\u200D 1447'],
    ['ന്\u200D', 'ന്\u200D'],
    ['क्\u200D\u200Dष', 'क्\u200Dष'],
  ])('%j becomes %j', (text, clean) => expect(cleanLine(text)).toBe(clean))

  it.each(['👩‍🚀', '👩🏽‍🤝‍👨🏿', '🏳️‍🌈', '❤️', '❤️‍🔥', '7️⃣', '🇳🇬', '🦄', '👍🏾'])('keeps %s whole', (emoji) => {
    expect(cleanLine(`x ${emoji} y`)).toBe(`x ${emoji} y`)
    expect(cleanLine(emoji)).toBe(emoji)
  })

  it('keeps the flags of England, Scotland and Wales, and drops all other tags', () => {
    const flag = (part: string) =>
      `🏴${[...part].map((tag) => String.fromCodePoint(0xe0000 + tag.charCodeAt(0))).join('')}\u{E007F}`
    for (const part of ['gbeng', 'gbsct', 'gbwls']) expect(cleanLine(`${flag(part)} Bo`)).toBe(`${flag(part)} Bo`)
    expect(cleanLine(flag('secret'))).toBe('🏴')
    expect(cleanLine(`${flag('gbeng')}\u{E0061}`)).toBe(flag('gbeng'))
  })

  it('keeps four marks on a letter, and none on the text before it', () => {
    expect(cleanLine(`Z${'\u0335'.repeat(138)} a`)).toBe('Z\u0335\u0335\u0335\u0335 a')
    expect(cleanLine('\u0301\u0302Ada')).toBe('Ada')
    for (const real of ['Nguyễn', 'ẹ́yẹ', 'שָׁלוֹם', 'ที่นี่', 'क्ष्म्य', 'བསྒྲུབས'])
      expect(cleanLine(real)).toBe(real.normalize('NFC'))
  })

  it('removes joiners that join nothing', () => {
    expect(cleanLine('👩\u200D')).toBe('👩')
    expect(cleanLine('\u200D👩\u200D\u200D👩')).toBe('👩👩')
  })

  it('that is clean stays unchanged', () => {
    for (const text of ['👩‍🚀 می\u200Cخواهم é', 'a b']) expect(cleanLine(cleanLine(text))).toBe(cleanLine(text))
  })
})

describe('a text', () => {
  it('keeps its lines, but no direction marks or trailing spaces', () => {
    expect(cleanText('  One\u202E \r\n\r\nTwo\u200B\u0007\tthree \u2028four\n\n')).toBe('One\n\nTwo three\nfour')
  })
})

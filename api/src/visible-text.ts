/** Removes invisible characters, which could empty a name or reorder the text around it, and piled marks. Imports nothing. */

const EMOJI = String.raw`\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\p{Emoji_Modifier})?`
/** The tags that make a black flag the flag of England, Scotland or Wales. */
const FLAG_TAGS = ['eng', 'sct', 'wls']
  .map(
    (part) => `\u{1F3F4}${[...`gb${part}`].map((tag) => String.fromCodePoint(0xe0000 + tag.charCodeAt(0))).join('')}`,
  )
  .map((tagged) => `${tagged}\u{E007F}`)
  .join('|')
/** Flags of tags, emoji joined by zero-width joiners, and keycaps. */
const EMOJI_SEQUENCE = String.raw`${FLAG_TAGS}|${EMOJI}(?:\u200D${EMOJI})*|[0-9#*]\uFE0F\u20E3`
/** Variants of ideographs in names, of Mongolian letters, and of signs. */
const VARIANT = String.raw`[\p{Script=Han}\p{Sm}][\uFE00-\uFE02\u{E0100}-\u{E01EF}]|\p{Script=Mongolian}[\u180B-\u180D\u180F]`
/** Scripts in which a joiner changes the shape of letters. */
const JOINING = [
  'Adlm',
  'Arab',
  'Beng',
  'Deva',
  'Gujr',
  'Guru',
  'Knda',
  'Khmr',
  'Mlym',
  'Mong',
  'Nkoo',
  'Orya',
  'Sinh',
  'Syrc',
  'Taml',
  'Telu',
]
const JOINING_LETTER = `[${JOINING.map((script) => String.raw`\p{Script=${script}}`).join('')}]`
/** A joiner shapes the letter before it, also at the end of a word; a non-joiner stands between two. */
const JOINED = String.raw`${JOINING_LETTER}\p{M}?(?:\u200D|\u200C(?=${JOINING_LETTER}))`
/** Direction marks, zero-width characters, fillers, tags and lone surrogates. */
const UNSEEN = String.raw`[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\uFFF9-\uFFFB]`

/** More marks than any language puts on one letter would be drawn over the lines above and below. */
const MAX_MARKS = 4
const LINE_BREAK = /\r\n?|[\u0085\u2028\u2029]/g

/** Compiled when first used: a slow phone takes 50 ms for its sets, and most screens only import this. */
const patterns = () => ({
  unseen: new RegExp(`(${EMOJI_SEQUENCE}|${VARIANT}|${JOINED})|${UNSEEN}`, 'gu'),
  piledMarks: new RegExp(String.raw`(\p{M}{${MAX_MARKS}})\p{M}+`, 'gu'),
  /** A mark without a letter would be drawn on the text before it. */
  looseMarks: /^\p{M}+/u,
  /** A combining mark alone is not visible, and U+2800 is blank. */
  visible: /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u,
})
let compiled: ReturnType<typeof patterns> | undefined

function patternsOnce() {
  compiled ??= patterns()
  return compiled
}

function withoutUnseen(line: string): string {
  const { unseen, looseMarks, piledMarks } = patternsOnce()
  return line
    .normalize('NFC')
    .replace(unseen, (_, kept?: string) => kept ?? '')
    .replace(looseMarks, '')
    .replace(piledMarks, '$1')
}

const ifVisible = (text: string) => (patternsOnce().visible.test(text) ? text : '')

export function cleanLine(text: string): string {
  const line = withoutUnseen(text.replace(LINE_BREAK, ' ').replace(/[\t\n\v\f]/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
  return ifVisible(line)
}

export function cleanText(text: string): string {
  const lines = text.replace(LINE_BREAK, '\n').split('\n')
  const kept = lines
    .map((line) => withoutUnseen(line.replaceAll('\t', ' ')).trimEnd())
    .join('\n')
    .trim()
  return ifVisible(kept)
}

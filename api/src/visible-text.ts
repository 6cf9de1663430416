/** Removes invisible characters, which could empty a name or reorder the text around it. Imports nothing. */

const EMOJI = String.raw`\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?`
/** Emoji joined by zero-width joiners, and keycaps. */
const EMOJI_SEQUENCE = String.raw`${EMOJI}(?:\u200D${EMOJI})*|[0-9#*]\uFE0F\u20E3`
/** Scripts in which a joiner changes the shape of letters. */
const JOINING = [
  'Arab',
  'Beng',
  'Deva',
  'Gujr',
  'Guru',
  'Knda',
  'Khmr',
  'Mlym',
  'Mong',
  'Orya',
  'Sinh',
  'Syrc',
  'Taml',
  'Telu',
]
const JOINING_LETTER = `[${JOINING.map((script) => String.raw`\p{Script=${script}}`).join('')}]`
const JOINED = String.raw`${JOINING_LETTER}[\u200C\u200D](?=${JOINING_LETTER})`
/** Direction marks, zero-width characters, fillers, tags and lone surrogates. */
const UNSEEN = String.raw`[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\uFFF9-\uFFFB]`

const PATTERN = new RegExp(`(${EMOJI_SEQUENCE}|${JOINED})|${UNSEEN}`, 'gu')
/** A combining mark alone is not visible, and U+2800 is blank. */
const VISIBLE = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u
const LINE_BREAK = /\r\n?|[\u0085\u2028\u2029]/g

const withoutUnseen = (line: string) => line.normalize('NFC').replace(PATTERN, (_, kept?: string) => kept ?? '')

export function cleanLine(text: string): string {
  const line = withoutUnseen(text.replace(LINE_BREAK, ' ').replace(/[\t\n\v\f]/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
  return VISIBLE.test(line) ? line : ''
}

export function cleanText(text: string): string {
  const lines = text.replace(LINE_BREAK, '\n').split('\n')
  const kept = lines
    .map((line) => withoutUnseen(line.replaceAll('\t', ' ')).trimEnd())
    .join('\n')
    .trim()
  return VISIBLE.test(kept) ? kept : ''
}

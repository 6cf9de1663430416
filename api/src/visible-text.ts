/**
 * Text people type, for both sides: what nobody sees is taken out, since it makes names empty or turns what stands around
 * them. This file imports nothing, so any page can use it.
 */

const EMOJI = String.raw`\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?`
/** Emoji joined to one, which a joiner holds together, and keycaps. */
const EMOJI_SEQUENCE = String.raw`${EMOJI}(?:\u200D${EMOJI})*|[0-9#*]\uFE0F\u20E3`
/** Scripts whose letters look otherwise with a joiner, or without one, between them. */
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
/** Marks of direction, zero width, fillers, tags and halves of characters. */
const UNSEEN = String.raw`[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\uFFF9-\uFFFB]`

const PATTERN = new RegExp(`(${EMOJI_SEQUENCE}|${JOINED})|${UNSEEN}`, 'gu')
/** Something that leaves ink: a mark alone has nothing to stand on, and U+2800 is a blank. */
const VISIBLE = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u
const LINE_BREAK = /\r\n?|[\u0085\u2028\u2029]/g

const withoutUnseen = (line: string) => line.normalize('NFC').replace(PATTERN, (_, kept?: string) => kept ?? '')

/** Returns a text on one line, without what nobody sees; empty when nothing visible is left. */
export function cleanLine(text: string): string {
  const line = withoutUnseen(text.replace(LINE_BREAK, ' ').replace(/[\t\n\v\f]/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
  return VISIBLE.test(line) ? line : ''
}

/** Returns a text with its lines, without what nobody sees; empty when nothing visible is left. */
export function cleanText(text: string): string {
  const lines = text.replace(LINE_BREAK, '\n').split('\n')
  const kept = lines
    .map((line) => withoutUnseen(line.replaceAll('\t', ' ')).trimEnd())
    .join('\n')
    .trim()
  return VISIBLE.test(kept) ? kept : ''
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { lettersOf } from '@aura/api/letters'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'

/** A file of a font with the letters of one script, or of some hundred ideographs. */
interface Typeface {
  family: string
  file: string
  /** Code points that the file may hold: it was cut out of a font by these, and not every font has all of them. */
  claims: (point: number) => boolean
}

const require = createRequire(import.meta.url)

/** Each names the list of what the files of its font hold. */
const OWN = {
  display: {
    list: require.resolve('@fontsource-variable/science-gothic/unicode.json'),
    axes: 'full',
    subsets: /^(latin|cyrillic|cyrillic-ext)$/,
  },
  reading: {
    list: require.resolve('@fontsource-variable/atkinson-hyperlegible-next/unicode.json'),
    axes: 'wght',
    subsets: /^latin/,
  },
} as const
/** The first has Latin with all diacritics, Greek and Cyrillic; of the others, only their own scripts are used. */
const OTHERS = [
  require.resolve('@fontsource-variable/source-sans-3/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json'),
  require.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
]
/** Japanese, Chinese and Korean share ideographs, which each draws in its own way. */
const IDEOGRAPHS = {
  jp: require.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  sc: require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  kr: require.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
} as const
const EMOJI: Typeface = {
  family: 'Aura Emoji',
  file: require.resolve('twemoji-colr-font/twemoji.woff2'),
  claims: (point) => /\p{Emoji}|\u20E3/u.test(String.fromCodePoint(point)),
}

const ASCII = /^[ -~]*$/
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const HANGUL = /\p{Script=Hangul}/u
const EMOJI_LETTER = /\p{Emoji_Presentation}|\uFE0F|\u20E3/u
/** These choose or join letters, and have no glyph of their own. */
const WITHOUT_GLYPH = /[\p{Default_Ignorable_Code_Point}\p{Z}]/u
const OTHER_LATIN = /^source-sans-3 (latin|vietnamese)/

export type TextStyle = keyof typeof OWN

const files = new Map<string, Typeface[]>()

/** Returns the files of a font. Nothing is loaded but the list of what they hold. */
function filesOf(list: string, axes = 'wght', subsets = /./): Typeface[] {
  const listed = files.get(list)
  if (listed) return listed
  const name = basename(dirname(list))
  const ranges: Record<string, string> = JSON.parse(readFileSync(list, 'utf8'))
  const typefaces = Object.entries(ranges).flatMap(([key, text]): Typeface[] => {
    const subset = key.replace(/[[\]]/g, '')
    if (!subsets.test(subset)) return []
    const spans = text.split(',').map((span) =>
      span
        .replace(/^U\+/i, '')
        .split('-')
        .map((hex) => Number.parseInt(hex, 16)),
    )
    return [
      {
        family: `${name} ${subset}`,
        file: join(dirname(list), `files/${name}-${subset}-${axes}-normal.woff2`),
        claims: (point) => spans.some(([from = 0, to = from]) => point >= from && point <= to),
      },
    ]
  })
  files.set(list, typefaces)
  return typefaces
}

const loaded = new Set<string>()

function load({ family, file }: Typeface): void {
  if (loaded.has(family)) return
  if (!GlobalFonts.registerFromPath(file, family)) throw new Error(`${file} is not a font`)
  loaded.add(family)
}

const SAMPLE_PX = 32
const sample = createCanvas(SAMPLE_PX, SAMPLE_PX)

function pixelsOf({ family }: Typeface, text: string): Buffer {
  const ctx = sample.getContext('2d')
  ctx.reset()
  ctx.font = `16px "${family}"`
  ctx.fillText(text, 6, 22)
  return Buffer.from(ctx.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX).data.buffer)
}

/** Checked characters that are remembered. */
const MAX_KNOWN = 5_000
const known = new Map<string, boolean>()

/** No font has a glyph for this private code point, so it looks like every missing one. */
const MISSING = '\u{10FFFD}'
const missing = new Map<string, Buffer>()

function draws(typeface: Typeface, letter: string): boolean {
  const characters = [...letter].filter((character) => !WITHOUT_GLYPH.test(character))
  if (!characters.every((character) => typeface.claims(character.codePointAt(0) ?? 0))) return false
  load(typeface)
  return characters.every((character) => hasGlyph(typeface, character))
}

function hasGlyph(typeface: Typeface, character: string): boolean {
  const key = `${typeface.family} ${character}`
  const found = known.get(key)
  if (found !== undefined) return found
  const box = missing.get(typeface.family) ?? pixelsOf(typeface, MISSING)
  missing.set(typeface.family, box)
  const has = !pixelsOf(typeface, character).equals(box)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(key, has)
  return has
}

const ownOf = (style: TextStyle): Typeface[] => {
  const { list, axes, subsets } = OWN[style]
  return filesOf(list, axes, subsets)
}

const familyOf = (style: TextStyle): string => `${basename(dirname(OWN[style].list))} latin`

function othersFor(text: string): Typeface[] {
  const { jp, sc, kr } = IDEOGRAPHS
  const ideographs = KANA.test(text) ? [jp, sc, kr] : HANGUL.test(text) ? [kr, sc, jp] : [sc, jp, kr]
  return [...[...OTHERS, ...ideographs].flatMap((list) => filesOf(list)), EMOJI]
}

interface SetText {
  /** The fonts to draw it in, in this order. */
  families: readonly string[]
  /** Whether the style's own font has all of it. */
  isOwn: boolean
  /** Letters that no font has. */
  lacking: ReadonlySet<string>
}

function setIn(typefaces: readonly Typeface[], own: readonly Typeface[], text: string): SetText {
  const found = new Set<Typeface>()
  const lacking = new Set<string>()
  for (const letter of new Set(lettersOf(text))) {
    if (/^\s*$/.test(letter)) continue
    const order = EMOJI_LETTER.test(letter) ? [EMOJI, ...typefaces] : typefaces
    const typeface = order.find((each) => draws(each, letter))
    if (typeface) found.add(typeface)
    else lacking.add(letter)
  }
  const families = typefaces.filter((each) => found.has(each)).map(({ family }) => family)
  return { families, isOwn: [...found].every((each) => own.includes(each)), lacking }
}

let last: { key: string; set: SetText } | undefined

/** Chooses the fonts in which a text is drawn. Loads each with the first text that needs it. */
export function setText(text: string, style: TextStyle): SetText {
  const own = ownOf(style)
  if (ASCII.test(text)) {
    for (const typeface of own) if (typeface.family === familyOf(style)) load(typeface)
    return { families: [familyOf(style)], isOwn: true, lacking: new Set() }
  }
  const key = `${style} ${text}`
  if (last?.key === key) return last.set
  const others = othersFor(text)
  let set = setIn([...own, ...others], own, text)
  // The display font puts the marks of some Latin letters beside them, so such a word is set in the other font whole.
  if (set.families.some((family) => OTHER_LATIN.test(family))) set = setIn(others, own, text)
  last = { key, set }
  return set
}

/** Returns the text, or `instead` if no font has one of its letters. */
export const drawable = (text: string, instead: string): string =>
  setText(text, 'display').lacking.size === 0 ? text : instead

/** Returns the text with an ellipsis in place of letters that no font has. */
export function withoutLacking(text: string): string {
  const { lacking } = setText(text, 'display')
  if (lacking.size === 0) return text
  const letters = lettersOf(text).map((letter) => (lacking.has(letter) ? '…' : letter))
  return letters.join('').replace(/…(?:\s*…)+/g, '…')
}

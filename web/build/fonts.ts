import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { LANDING_WORDS } from '../src/features/landing/words.ts'
import { fallbackFaces } from './fallback-faces.ts'
import { formatUnicodeRange, parseUnicodeRange } from './unicode-range.ts'

const require = createRequire(import.meta.url)

const STYLESHEETS = [
  require.resolve('@fontsource-variable/science-gothic/wdth.css'),
  require.resolve('@fontsource-variable/atkinson-hyperlegible-next/wght.css'),
]

/** ASCII plus the punctuation of our own texts and numbers. */
const FIRST = parseUnicodeRange(
  'U+0020-007E,U+00A0,U+00A9,U+00B7,U+00D7,U+2013-2014,U+2018-2019,U+201C-201D,U+2026,U+2212',
)

/** The landing page's headline: so small a font that it arrives with the page, whose first picture has it. */
const HEADLINE = { family: 'Aura Headline', file: 'headline', weight: 850, of: 'science-gothic-latin-wdth-normal' }

const MARKS = parseUnicodeRange('U+0300-036F')

/**
 * Returns the code points that a face draws. The display font puts combining marks beside or below their letters, so
 * another font draws both.
 */
export function drawnBy(file: string, range: string): Set<number> {
  const points = parseUnicodeRange(range)
  if (!file.startsWith('science-gothic')) return points
  return new Set([...points].filter((point) => !MARKS.has(point)))
}

/** Suffix of the files that the first view needs. */
const FIRST_FILE = '-first'

/**
 * Splits each family's Latin part by `unicode-range` into a file for the first view and one that loads on demand. Other
 * scripts stay whole, so only combining marks of the display font are lost. Imported as `virtual:fonts.css`.
 */
export function fonts(): Plugin {
  return {
    name: 'aura-fonts',
    async config() {
      return { resolve: { alias: { 'virtual:fonts.css': await prepareFonts() } } }
    },
  }
}

/** Builds the files or reuses those of an earlier build. Returns the stylesheet. */
async function prepareFonts(): Promise<string> {
  const sources = await Promise.all(
    STYLESHEETS.map(async (path) => ({ folder: dirname(path), css: await readFile(path, 'utf8') })),
  )
  const key = createHash('sha256')
    .update(await readFile(import.meta.filename))
    .update(fallbackFaces())
    .update(LANDING_WORDS.title)
  for (const { css } of sources) key.update(css)
  const folder = join(import.meta.dirname, '../node_modules/.cache/aura-fonts', key.digest('hex').slice(0, 12))
  const stylesheet = join(folder, 'fonts.css')
  if (existsSync(stylesheet)) return stylesheet

  // Written to a draft folder and renamed, so that interrupted or parallel builds leave nothing incomplete.
  const draft = `${folder}.${process.pid}`
  await mkdir(draft, { recursive: true })
  const parts = await Promise.all(sources.map(({ folder: from, css }) => cut(css, from, draft)))
  const headline = await cutHeadline(sources[0]?.folder ?? '', draft)
  await writeFile(join(draft, 'fonts.css'), [...parts, headline, fallbackFaces()].join('\n'))
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  return stylesheet
}

/** Writes the headline's font to `to`. Returns its face, which hides the text until it is there. */
async function cutHeadline(from: string, to: string): Promise<string> {
  const { family, file, weight, of } = HEADLINE
  const font = await readFile(join(from, `files/${of}.woff2`))
  const options = { targetFormat: 'woff2', variationAxes: { wght: weight } } as const
  await writeFile(join(to, `${file}.woff2`), await subsetFont(font, LANDING_WORDS.title, options))
  const points = new Set(Array.from(LANDING_WORDS.title, (letter) => letter.codePointAt(0) ?? 0))
  return `@font-face {
  font-family: '${family}';
  font-display: block;
  font-weight: ${weight};
  font-stretch: 50% 200%;
  src: url(./${file}.woff2) format('woff2-variations');
  unicode-range: ${formatUnicodeRange(points)};
}`
}

/** Writes a family's files to `to`. Returns its stylesheet with the Latin face split. */
async function cut(css: string, from: string, to: string): Promise<string> {
  const faces = css.match(/@font-face\s*\{[^}]*\}/g) ?? []
  const done = faces.map(async (face) => {
    const file = /url\(\.\/(files\/[^)]+)\)/.exec(face)?.[1]
    const range = /unicode-range:\s*([^;]+);/.exec(face)?.[1]
    if (file === undefined || range === undefined) throw new Error(`a font face without file or range: ${face}`)
    const font = await readFile(join(from, file))
    const name = file.replace(/^files\/(.+)\.woff2$/, '$1')
    const write = async (part: string, points: Set<number>, bytes: Uint8Array) => {
      await writeFile(join(to, `${part}.woff2`), bytes)
      return face.replace(`./${file}`, `./${part}.woff2`).replace(range, formatUnicodeRange(points))
    }
    const points = drawnBy(name, range)
    const [family, isLatin] = [name.replace(/-latin-.*$/, ''), /-latin-(?!ext)/.test(name)]
    if (!isLatin) return write(name, points, font)
    const subset = (part: Set<number>) => subsetFont(font, String.fromCodePoint(...part), { targetFormat: 'woff2' })
    const pick = (isFirst: boolean) => new Set([...points].filter((point) => FIRST.has(point) === isFirst))
    const [first, rest] = [pick(true), pick(false)]
    return [
      await write(`${family}${FIRST_FILE}`, first, await subset(first)),
      await write(`${family}-latin-rest`, rest, await subset(rest)),
    ].join('\n')
  })
  return (await Promise.all(done)).join('\n')
}

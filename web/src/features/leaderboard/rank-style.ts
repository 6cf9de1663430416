/** The width of eleven average letters. */
const FULL_WIDTH_EM = 8.4
const NARROWEST = 60
/** Of the display font at a font-stretch of 100 %, in em; measured. */
const WIDTHS: readonly [letters: RegExp, em: number][] = [
  [/[mwMW]/, 1.05],
  [/[0-9A-Z]/, 0.9],
  [/[fijlt_1 ]/, 0.45],
  [/…/, 1.25],
]
const AVERAGE_EM = 0.76

/** Letters widen more slowly than the font-stretch in percent. */
const widening = (stretch: number) => 0.6 + stretch / 240

const widthOf = (name: string) =>
  [...name].reduce((em, letter) => em + (WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? AVERAGE_EM), 0)

export interface NameStyle {
  /** Font-stretch in percent: set by rank, reduced for wide names. */
  stretch: number
  /** The name's width at that stretch, rounded up. */
  em: number
}

export function nameStyle(rank: number, name: string): NameStyle {
  const full = rank === 1 ? 150 : rank <= 3 ? 115 : 80
  const width = widthOf(name)
  const fitting = 240 * ((FULL_WIDTH_EM * widening(full)) / width - 0.6)
  const stretch = Math.round(Math.min(full, Math.max(NARROWEST, fitting)))
  return { stretch, em: Math.ceil(width * widening(stretch) * 10) / 10 }
}

import { lettersOf } from '@aura/api/letters'

/** Lower end of the font's font-stretch range, in percent. */
const NARROW = 50

/** Widths of letters of the display font at weight 850: in em at `NARROW`, and the increase per percent of stretch. */
const LETTERS: readonly (readonly [RegExp, number, number])[] = [
  [/[ijlI'.,:]/, 0.34, 0.0014],
  [/[ft1_ -]/, 0.42, 0.0022],
  [/[mwMW]/, 0.91, 0.0041],
  [/[A-Z0-9kx]/, 0.68, 0.0055],
  [/[a-z]/, 0.6, 0.0039],
]
const OTHER_EM = 1.1
/** Weight 700 is narrower by this factor at `NARROW`, and by less the wider the letters are. */
const LIGHTER = { factor: 0.85, perPercent: 0.002 }

interface FitOptions {
  weight: 850 | 700
  /** Font-stretch of names that need no fitting, in percent. */
  full: number
  /** Room in em of the full font size. */
  roomEm: number
  /** Font-stretch in percent below which a name gets smaller instead; defaults to the font's minimum. */
  narrowest?: number
}

export interface NameFit {
  stretch: number
  /** Width of the name at that stretch; the style sheet divides the room by it for the largest font size. */
  em: number
}

export function nameFit(name: string, { weight, full, roomEm, narrowest = NARROW }: FitOptions): NameFit {
  let stretch = full
  while (stretch > narrowest && widthAt(name, stretch, weight) > roomEm) stretch -= 1
  return { stretch, em: Math.round(widthAt(name, stretch, weight) * 100) / 100 }
}

function widthAt(name: string, stretch: number, weight: FitOptions['weight']): number {
  const over = stretch - NARROW
  const lighter = weight === 850 ? 1 : Math.min(1, LIGHTER.factor + over * LIGHTER.perPercent)
  let width = 0
  for (const letter of lettersOf(name.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))) {
    const base = letter.normalize('NFD')
    const known = LETTERS.find(([letters]) => letters.test(base))
    width += known ? (known[1] + over * known[2]) * lighter : OTHER_EM
  }
  return width
}

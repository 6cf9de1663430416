/** Widths of the display font, measured: in em at a font-stretch of 92 %. */
const DIGIT_EM = 0.81
const COMMA_EM = 0.35
/** What '4,860' takes: the number the poster's size was drawn for. */
const ROOM_EM = 4 * DIGIT_EM + COMMA_EM
const NARROWEST = 58
/** No two digits are equally wide. */
const SAFETY = 0.97

/** How a number is squeezed into the poster: first its letters get narrower, then the whole smaller. */
export interface PosterFit {
  /** Font-stretch in percent. */
  stretch: number
  /** Factor on the font size, at most 1. */
  scale: number
}

/** Letters do not narrow in proportion to their font-stretch: part of them are stems that keep their width. */
const FIXED = 0.16
const PER_PERCENT = 0.0088
export const widthAt = (stretch: number): number => FIXED + PER_PERCENT * stretch

/** Fits a formatted number into the poster; `full` is the font-stretch of one that fits by itself. */
export function posterFit(text: string, full: number): PosterFit {
  const commas = text.split(',').length - 1
  const units = (text.length - commas) * DIGIT_EM + commas * COMMA_EM
  if (units <= ROOM_EM) return { stretch: full, scale: 1 }
  const room = ROOM_EM * widthAt(full) * SAFETY
  const stretch = Math.max(NARROWEST, Math.floor((room / units - FIXED) / PER_PERCENT))
  return { stretch, scale: Math.min(1, room / (units * widthAt(stretch))) }
}

/** Widths of the display font in em, measured at a font-stretch of 92 %. */
const DIGIT_EM = 0.81
const COMMA_EM = 0.35
/** Width of '4,860', for which the poster was designed. */
const ROOM_EM = 4 * DIGIT_EM + COMMA_EM
const NARROWEST = 58
/** Margin, because digits differ in width. */
const SAFETY = 0.97

export interface PosterFit {
  stretch: number
  /** Font-size factor, at most 1. */
  scale: number
}

/** Share of a letter's width that font-stretch leaves unchanged (stems). */
const FIXED = 0.16
const PER_PERCENT = 0.0088
export const widthAt = (stretch: number): number => FIXED + PER_PERCENT * stretch

export function posterFit(text: string, full: number): PosterFit {
  const commas = text.split(',').length - 1
  const units = (text.length - commas) * DIGIT_EM + commas * COMMA_EM
  if (units <= ROOM_EM) return { stretch: full, scale: 1 }
  const room = ROOM_EM * widthAt(full) * SAFETY
  const stretch = Math.max(NARROWEST, Math.floor((room / units - FIXED) / PER_PERCENT))
  return { stretch, scale: Math.min(1, room / (units * widthAt(stretch))) }
}

/** Width of a digit of the display font at weight 850, measured: in em at a font-stretch in percent. */
const digitEm = (stretch: number): number => 0.338 + 0.0052 * stretch
/** Of a comma or a point, against a digit. */
const MARK = 0.43

/** The narrowest and the widest the score's letters are. */
const [NARROW, WIDE] = [50, 200]
/** No two digits are equally wide. */
const SAFETY = 0.97

/** How a score is written: it swells with the side's share, as far as there is room. */
export interface ScoreFit {
  /** Font-stretch in percent. */
  stretch: number
  /** Factor on the font size, at most 1. */
  scale: number
}

/** Fits a formatted score into `roomEm` times its font size; who has all of it is as wide as letters get. */
export function scoreFit(text: string, share: number, roomEm: number): ScoreFit {
  const marks = text.replace(/[\dA-Z]/g, '').length
  const digits = text.length - marks + marks * MARK
  const wanted = NARROW + share * (WIDE - NARROW)
  const fitting = Math.floor(((roomEm * SAFETY) / digits - digitEm(0)) / (digitEm(1) - digitEm(0)))
  if (fitting >= NARROW) return { stretch: Math.round(Math.min(wanted, fitting)), scale: 1 }
  return { stretch: NARROW, scale: Math.min(1, (roomEm * SAFETY) / (digits * digitEm(NARROW))) }
}

const digitEm = (stretch: number): number => 0.338 + 0.0052 * stretch
/** Width of a comma or point relative to a digit. */
const MARK = 0.43

const [NARROW, WIDE] = [50, 200]
/** Margin, because digits differ in width. */
const SAFETY = 0.97

export interface ScoreFit {
  stretch: number
  /** Font-size factor, at most 1. */
  scale: number
}

/** Fits a formatted score into `roomEm` times its font size; a share of 1 gets the widest letters. */
export function scoreFit(text: string, share: number, roomEm: number): ScoreFit {
  const marks = text.replace(/[\dA-Z]/g, '').length
  const digits = text.length - marks + marks * MARK
  const wanted = NARROW + share * (WIDE - NARROW)
  const fitting = Math.floor(((roomEm * SAFETY) / digits - digitEm(0)) / (digitEm(1) - digitEm(0)))
  if (fitting >= NARROW) return { stretch: Math.round(Math.min(wanted, fitting)), scale: 1 }
  return { stretch: NARROW, scale: Math.min(1, (roomEm * SAFETY) / (digits * digitEm(NARROW))) }
}

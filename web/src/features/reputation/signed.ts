import { formatShort, formatWhole } from '@aura/api/money'

const signed = (format: (value: number) => string) => (value: number) =>
  value < 0 ? `−${format(-value)}` : format(value)

/** As `formatShort` and `formatWhole`, with a minus sign below zero. */
export const signedShort = signed(formatShort)
export const signedWhole = signed(formatWhole)

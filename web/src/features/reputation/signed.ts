import { formatWhole } from '@aura/api/money'

/** Like `formatWhole`, with a minus sign below zero. */
export const signedWhole = (value: number): string => (value < 0 ? `−${formatWhole(-value)}` : formatWhole(value))

import { formatWhole } from '@aura/api/money'

export const gainText = (stake: number): string => `+${formatWhole(stake)} AP`
export const lossText = (stake: number): string => `−${formatWhole(stake)} AP`

/** Returns what a stake leads to: what the winner gains beyond their own stake, and what the loser gives up. */
export const stakeOutcome = (stake: number): string => `Win: ${gainText(stake)} net. Lose: ${lossText(stake)}.`

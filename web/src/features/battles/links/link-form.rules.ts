import type { Body } from '@aura/api/calls'
import { API_ERRORS } from '@aura/api/errors'
import { formatWhole } from '@aura/api/money'
import { AUTH_RULES } from '@aura/api/rules/auth'
import { BATTLE_RULES, lengthText } from '@aura/api/rules/battles'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { cleanLine, cleanText } from '@aura/api/visible-text'
import type { KindFields } from '../challenge/kind-fields.ts'
import { stakeOutcome } from '../shared/stake-outcome.ts'

type LinkBody = Body<'POST /api/challenge-links'>
type Hours = (typeof BATTLE_RULES.sprintHours | typeof BATTLE_RULES.hours)[number]
export type Length = `${Hours}`

export const LENGTHS = [...BATTLE_RULES.sprintHours, ...BATTLE_RULES.hours].map((hours) => ({
  value: `${hours}` as Length,
  label: lengthText(hours),
}))

export interface LinkForm extends KindFields {
  title: string
  description: string
  stake: number | null
  length: Length
  softClose: boolean
}

/** Defaults to a stake that a new member can afford, if the user can. */
export const emptyLink = (availableAp: number): LinkForm => ({
  title: '',
  description: '',
  stake: Math.max(1, Math.min(AUTH_RULES.walletBonusAp, availableAp)),
  length: '0.25',
  softClose: true,
  decidedBy: 'gifts',
  bestOf: ROUND_RULES.defaultBestOf,
})

export interface LinkFault {
  field: 'stake' | 'own-balance'
  text: string
}

const STAKE_LIMIT_TEXT = `A link can stake at most ${formatWhole(BATTLE_RULES.pairAp.ap)} AP. Nobody could accept more.`

/** Returns the stake's problem, or null. The server checks everything again. */
export function linkFault({ stake }: LinkForm, availableAp: number): LinkFault | null {
  if (stake === null || stake <= 0) return { field: 'stake', text: API_ERRORS.BATTLE_STAKE_INVALID.message }
  if (stake > availableAp) return { field: 'own-balance', text: API_ERRORS.BATTLE_STAKE_TOO_HIGH.message }
  return stake > BATTLE_RULES.pairAp.ap ? { field: 'stake', text: STAKE_LIMIT_TEXT } : null
}

export function linkFieldOf(code: string): LinkFault['field'] | null {
  if (code === 'BATTLE_STAKE_TOO_HIGH') return 'own-balance'
  return code === 'BATTLE_STAKE_INVALID' || code === 'BATTLE_PAIR_LIMIT' ? 'stake' : null
}

export const linkBody = ({ title, description, stake, length, softClose, decidedBy, bestOf }: LinkForm): LinkBody => ({
  title: cleanLine(title) || null,
  description: cleanText(description) || null,
  stakeAmount: stake ?? 0,
  duration: Number(length) as Hours,
  ...(decidedBy === 'knowledge' ? { decidedBy, bestOf } : { softClose }),
})

export function stakeHint(stake: number | null): string {
  const bonus = AUTH_RULES.walletBonusAp
  const rule = ['Both players must stake the same amount.', ...(stake ? [stakeOutcome(stake)] : [])].join(' ')
  return stake !== null && stake > bonus
    ? `${rule} Somebody who has just joined has ${bonus} AP and can’t accept yet.`
    : `${rule} Somebody who has just joined has ${bonus} AP.`
}

import { listed } from '../../listed.ts'
import { BATTLE_RULES } from '../../rules/battles.ts'

const SPRINT_MINUTES = BATTLE_RULES.sprintHours.map((hours) => hours * 60)

export const LINK_LENGTHS_TEXT = `A battle lasts ${listed(BATTLE_RULES.hours)} hours, or ${listed(SPRINT_MINUTES)} minutes`

export const BATTLE_LENGTHS_TEXT = `${LINK_LENGTHS_TEXT} if it starts soon`

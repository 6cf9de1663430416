import { expect, it } from 'vitest'
import { API_ERRORS } from './errors.ts'
import { listed } from './listed.ts'
import { formatWhole } from './money.ts'
import { IMAGE_TYPE_NAMES, IMAGE_TYPES, PROFILE_IMAGE } from './profile-image.ts'
import { BATTLE_RULES, SPRINT_MINUTES } from './rules/battles.ts'
import { CROWD_RULES } from './rules/crowd.ts'
import { STEEZE_RULES } from './rules/steeze.ts'
import { STREAK_RULES } from './rules/streak.ts'

// Error texts spell out the numbers so that the first page needn't load the rules.
it.each([
  ['TIME_ZONE_CHANGED_RECENTLY', `once every ${STREAK_RULES.timeZoneChangeDays} days`],
  ['BATTLE_DATE_TOO_FAR', `at most ${BATTLE_RULES.aheadDays} days`],
  ['BATTLE_DURATION_INVALID', `${listed(BATTLE_RULES.hours)} hours, or ${listed(SPRINT_MINUTES)} minutes`],
  ['BATTLE_PAIR_LIMIT', `at most ${formatWhole(BATTLE_RULES.pairAp.ap)} AP in ${BATTLE_RULES.pairAp.days} days`],
  ['BATTLE_TOO_MANY_PENDING', `${BATTLE_RULES.pending} challenges`],
  ['BATTLE_TOO_MANY_OPEN', `${BATTLE_RULES.open} accepted`],
  ['BATTLE_CHALLENGER_TOO_MANY_OPEN', `${BATTLE_RULES.open} accepted`],
  ['REDEMPTION_RENEWALS_USED', `redemption ${STEEZE_RULES.redeemRenewals} times`],
  ['COMMENTS_USED_UP', `${CROWD_RULES.commentsPerBattle} comments`],
  ['COMMENT_TOO_SOON', `every ${CROWD_RULES.commentPauseSeconds} seconds`],
  ['IMAGE_TOO_LARGE', `${PROFILE_IMAGE.maxBytes / 1024 / 1024} MB`],
] as const)('%s names the number it is about', (code, words) => {
  expect(API_ERRORS[code].message).toContain(words)
})

it('image types have the same names everywhere', () => {
  expect(API_ERRORS.IMAGE_UNREADABLE.message).toContain(IMAGE_TYPE_NAMES)
  const named = IMAGE_TYPE_NAMES.toLowerCase().split(/, | or /)
  expect(IMAGE_TYPES.map((type) => type.replace('image/', '')).sort()).toEqual(named.sort())
})

it('no other error has a number in its text', () => {
  const numbered = Object.entries(API_ERRORS).filter(([, { message }]) => /\d/.test(message.replaceAll('Web3', '')))
  expect(numbered.map(([code]) => code).sort()).toEqual([
    'BATTLE_CHALLENGER_TOO_MANY_OPEN',
    'BATTLE_DATE_TOO_FAR',
    'BATTLE_DURATION_INVALID',
    'BATTLE_PAIR_LIMIT',
    'BATTLE_TOO_MANY_OPEN',
    'BATTLE_TOO_MANY_PENDING',
    'COMMENTS_USED_UP',
    'COMMENT_TOO_SOON',
    'IMAGE_TOO_LARGE',
    'REDEMPTION_RENEWALS_USED',
    'TIME_ZONE_CHANGED_RECENTLY',
  ])
})

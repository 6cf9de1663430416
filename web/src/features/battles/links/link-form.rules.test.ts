import { expect, it } from 'vitest'
import { emptyLink, LENGTHS, linkBody, linkFault, linkFieldOf, stakeHint } from './link-form.rules.ts'

const form = { ...emptyLink(5_000), stake: 100 }

it.each([
  [null, 'stake', 'Please enter a valid stake amount.'],
  [0, 'stake', 'Please enter a valid stake amount.'],
  [5_001, 'own-balance', "You don't have enough Aura Points to stake this amount!"],
  [1_001, 'stake', 'A link can stake at most 1,000 AP. Nobody could accept more.'],
] as const)('a stake of %s is refused at the field', (stake, field, text) => {
  expect(linkFault({ ...form, stake }, 5_000)).toEqual({ field, text })
})

it('a stake of all one has, and of what two people may move, is fine', () => {
  expect(linkFault({ ...form, stake: 60 }, 60)).toBeNull()
  expect(linkFault({ ...form, stake: 1_000 }, 5_000)).toBeNull()
})

it('starts with the stake of somebody who has just joined, and no more than one has', () => {
  expect([emptyLink(5_000).stake, emptyLink(40).stake, emptyLink(0).stake]).toEqual([100, 40, 1])
})

it('says when somebody who has just joined could not accept', () => {
  expect(stakeHint(100)).toBe(
    'Both players must stake the same amount. Win: +100 AP net. Lose: −100 AP. Somebody who has just joined has 100 AP.',
  )
  expect(stakeHint(101)).toContain('can’t accept yet')
})

it('offers the lengths of all battles, and sends hours', () => {
  expect(LENGTHS.map(({ label }) => label)).toEqual([
    '5 minutes',
    '15 minutes',
    '30 minutes',
    '60 minutes',
    '3 hours',
    '4 hours',
    '5 hours',
  ])
  expect(linkBody({ ...form, title: ' \u200b ', description: '', length: '0.5' })).toEqual({
    title: null,
    description: null,
    stakeAmount: 100,
    duration: 0.5,
    softClose: true,
  })
})

it('makes a link to rounds [battles.rounds-kind]', () => {
  const body = linkBody({ ...form, decidedBy: 'knowledge', bestOf: 3 })
  expect(body).toMatchObject({ decidedBy: 'knowledge', bestOf: 3 })
  expect(body).not.toHaveProperty('softClose')
})

it('puts a refusal of the server at its field', () => {
  expect(['BATTLE_STAKE_TOO_HIGH', 'BATTLE_PAIR_LIMIT', 'BATTLE_TOO_MANY_OPEN'].map(linkFieldOf)).toEqual([
    'own-balance',
    'stake',
    null,
  ])
})

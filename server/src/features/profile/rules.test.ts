import { USERNAME_PATTERN } from '@aura/api/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generatedUsername, isReservedUsername } from './rules.ts'

describe('a generated name', () => {
  it('is readable, valid and short for every random value [access.username-short] [access.username-generated]', () => {
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(fc.array(chance, { minLength: 3, maxLength: 3 }), (throws) => {
        const left = [...throws]
        const name = generatedUsername(() => left.shift() ?? 0)
        expect(name).toMatch(/^[a-z]+_[a-z]+_[1-9]\d\d$/)
        expect(name).toMatch(USERNAME_PATTERN)
        expect(name.length).toBeLessThanOrEqual(12)
        expect(isReservedUsername(name)).toBe(false)
      }),
    )
  })

  it('uses all of its words', () => {
    const names = Array.from({ length: 1_000 }, (_, index) => generatedUsername(() => index / 1_000))
    expect(new Set(names.map((name) => name.split('_')[0])).size).toBe(20)
    expect(new Set(names.map((name) => name.split('_')[1])).size).toBe(22)
    expect(names[0]).toMatch(/_100$/)
    expect(names[999]).toMatch(/_999$/)
  })
})

describe('a reserved name', () => {
  it.each([
    'admin',
    'aura',
    'moderator',
    'support',
    'settings',
    'null',
    'deleted_ada',
    'aura_team',
    'team_aura',
    'auraofficial',
    'aura_support_1',
    'the_real_aura',
    'aura_help_desk',
    'steeze_team',
    'aur4_t3am',
    '0fficial_aura',
    'officiai_aura',
    'a_u_r_a_adrnin',
  ])('%s is one', (name) => {
    expect(isReservedUsername(name)).toBe(true)
  })

  it.each(['ada', 'admin_of_nothing', 'auras', 'laura', 'aura_ada', 'the_bot', 'ice_team_1', 'teammate', '123', ''])(
    '%j is not',
    (name) => {
      expect(isReservedUsername(name)).toBe(false)
    },
  )
})

import { describe, expect, it } from 'vitest'
import { type BattleForm, type Contender, checkChallenge, type DemoBattle } from './create.rules.ts'

const AT = new Date('2026-03-02T12:00:00Z')
const DAY_MS = 86_400_000
const limits = { startAheadMs: 30 * DAY_MS, maxPending: 5, maxOpen: 3 }
const contender = (id: string, changes: Partial<Contender> = {}): Contender => ({
  id,
  availableAp: 100,
  openBattles: 0,
  pendingChallenges: 0,
  ineligible: undefined,
  ...changes,
})
const form = (changes: Partial<BattleForm> = {}): BattleForm => ({
  opponentId: 'bo',
  stakeAmount: 100,
  battleDate: '2026-03-02T12:00:00.001Z',
  duration: 4,
  ...changes,
})
const check = (
  changes: Partial<BattleForm> = {},
  {
    ada = {},
    bo = {},
    demo = null,
  }: { ada?: Partial<Contender>; bo?: Partial<Contender> | null; demo?: DemoBattle } = {},
) =>
  checkChallenge(form(changes), {
    challenger: contender('ada', ada),
    opponent: bo === null ? undefined : contender('bo', bo),
    at: AT,
    limits,
    demo,
  })

describe('a challenge', () => {
  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, null, undefined])(
    'refuses a stake of %s',
    (stakeAmount) => {
      expect(check({ stakeAmount })).toBe('BATTLE_STAKE_INVALID')
    },
  )

  it.each([null, '', '  ', 'tomorrow', '2026-03-02', '2026-03-02T12:00', '2026-13-02T12:00:00Z', '1'])(
    'refuses a date like %s',
    (battleDate) => {
      expect(check({ battleDate })).toBe('BATTLE_DATE_REQUIRED')
    },
  )

  it('starts in the future, at most 30 days ahead', () => {
    const on = (ms: number) => check({ battleDate: new Date(AT.getTime() + ms).toISOString() })
    expect(on(0)).toBe('BATTLE_DATE_NOT_FUTURE')
    expect(on(1)).toMatchObject({ startsAt: new Date(AT.getTime() + 1) })
    expect(on(30 * DAY_MS)).toMatchObject({ endsAt: new Date(AT.getTime() + 30 * DAY_MS + 4 * 3_600_000) })
    expect(on(30 * DAY_MS + 1)).toBe('BATTLE_DATE_TOO_FAR')
  })

  it('of demo length starts soon and lasts minutes, where the server has any [battles.demo-length]', () => {
    const demo = { startsInMinutes: 2, minutes: 3 }
    const later = (minutes: number) => new Date(AT.getTime() + minutes * 60_000)
    const asked = { duration: 'demo', battleDate: '2026-03-20T12:00:00Z' } as const
    expect(check(asked, { demo })).toMatchObject({ startsAt: later(2), endsAt: later(5) })
    expect(check(asked)).toBe('BATTLE_DEMO_UNAVAILABLE')
    expect(check({}, { demo })).toMatchObject({ startsAt: new Date(AT.getTime() + 1) })
  })

  it.each([5 / 60, 0.25, 0.5, 1])(
    'of %s hours starts within the hour, in five minutes by itself [battles.const-sprints]',
    (duration) => {
      const on = (ms: number) => check({ duration, battleDate: new Date(AT.getTime() + ms).toISOString() })
      expect(on(3_600_000)).toMatchObject({ endsAt: new Date(AT.getTime() + (1 + duration) * 3_600_000) })
      expect(on(3_600_001)).toBe('BATTLE_SPRINT_TOO_FAR')
      expect(on(0)).toBe('BATTLE_DATE_NOT_FUTURE')
      expect(check({ duration, battleDate: ' ' })).toMatchObject({
        startsAt: new Date(AT.getTime() + 300_000),
        endsAt: new Date(AT.getTime() + 300_000 + duration * 3_600_000),
      })
      expect(check({ duration, battleDate: 'soon' })).toBe('BATTLE_DATE_REQUIRED')
    },
  )

  it('needs two different, eligible users', () => {
    expect(check({}, { ada: { ineligible: 'BETA_ACCESS_REQUIRED' } })).toBe('BETA_ACCESS_REQUIRED')
    expect(check({}, { ada: { ineligible: 'ACCOUNT_SUSPENDED' } })).toBe('ACCOUNT_SUSPENDED')
    expect(check({}, { bo: { ineligible: 'BETA_ACCESS_REQUIRED' } })).toBe('BATTLE_OPPONENT_NOT_ADMITTED')
    expect(check({}, { bo: { ineligible: 'ACCOUNT_SUSPENDED' } })).toBe('BATTLE_CREATOR_UNAVAILABLE')
    expect(check({}, { bo: { id: 'ada' } })).toBe('BATTLE_SELF_CHALLENGE')
  })

  it('may have a blank title and gets a default description [battles.const-default-description]', () => {
    expect(check({ title: '  ', description: ' \n ' })).toMatchObject({
      title: null,
      description: 'A battle of Web3 aura and reputation!',
    })
    expect(check({ title: ' Who? ', description: 'Us.' })).toMatchObject({ title: 'Who?', description: 'Us.' })
  })
})

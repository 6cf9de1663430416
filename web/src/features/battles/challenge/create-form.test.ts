import { describe, expect, it } from 'vitest'
import {
  type ChallengeForm,
  challengeBody,
  emptyForm,
  fieldOf,
  firstFault,
  type Opponent,
  pairText,
  readTime,
  SPRINTS,
  spanText,
  stakeHint,
  startNote,
} from './create-form.ts'

const NOW = Date.parse('2026-03-02T12:00:00Z')
const bo: Opponent = {
  id: 'b0',
  username: 'bo',
  profileImageUrl: null,
  auraPoints: 500,
  availableAuraPoints: 300,
  currentStreak: 1,
}
const good: ChallengeForm = { ...emptyForm(NOW, 'Africa/Lagos', 1_000), duration: '4', opponent: bo, stake: 200 }
const faultOf = (changes: Partial<ChallengeForm>) =>
  firstFault({ ...good, ...changes }, { availableAp: 1_000, nowMs: NOW, timeZone: 'Africa/Lagos' })?.text

describe('the challenge form', () => {
  it('starts with a battle now, and with noon for a planned one [battles.sprint]', () => {
    expect(emptyForm(NOW, 'UTC', 50)).toMatchObject({ date: '2026-03-03', time: '12:00', duration: '0.25', stake: 50 })
    expect(emptyForm(NOW, 'UTC', 0).stake).toBe(1)
  })

  it('says what battles of the two may still move, and refuses more [battles.const-pair-ap]', () => {
    const terms = { refusal: null, apLeft: 199, apLimit: 1_000, days: 7 }
    const of = (apLeft: number) =>
      firstFault(good, { availableAp: 1_000, terms: { ...terms, apLeft }, nowMs: NOW, timeZone: 'UTC' })
    expect(of(199)).toEqual({ field: 'stake', text: `Please enter a valid stake amount. ${pairText(terms)}` })
    expect(of(200)).toBeNull()
    expect(pairText(terms)).toBe('199 left of the 1,000 AP that you two can move by battles in 7 days.')
    expect(pairText({ ...terms, apLeft: 1_000 })).toBe('You two can move at most 1,000 AP by battles in 7 days.')
  })

  it('says what a stake leads to, and the rule before the terms of two people are known [battles.stake-outcome]', () => {
    expect(stakeHint(100)).toBe(
      'Both players must stake the same amount. Win: +100 AP net. Lose: −100 AP. You two can move at most 1,000 AP by battles in 7 days.',
    )
    expect(stakeHint(null, { refusal: null, apLeft: 0, apLimit: 1_000, days: 7 })).toBe(
      'Both players must stake the same amount. None left of the 1,000 AP that you two can move by battles in 7 days.',
    )
  })

  it('finds nothing wrong where nothing is', () => expect(faultOf({})).toBeUndefined())

  it('names the first of all faults, then the next [battles.check-order] [battles.check-opponent-required] [battles.check-stake-valid] [battles.check-stake-above-own] [battles.check-stake-above-opponent] [battles.check-date-required] [battles.check-date-future]', () => {
    const faults: Partial<ChallengeForm>[] = [
      { opponent: null },
      { stake: null },
      { stake: 2_000 },
      { stake: 400 },
      { date: '' },
      { date: '2026-03-01' },
    ]
    const texts = [
      'Please select an opponent to challenge.',
      'Please enter a valid stake amount.',
      "You don't have enough Aura Points to stake this amount!",
      'Why are you trying to rob this farmer of all their Aura? This user does not have enough balance to join this battle',
      'Please select a battle date.',
      'Battle date and time must be in the future.',
    ]
    for (const [i, text] of texts.entries()) {
      const wrong = Object.assign({}, ...faults.slice(i).reverse())
      expect(faultOf(wrong)).toBe(text)
    }
  })

  it('leaves the start of a demo battle and of a sprint to the server [battles.demo-length] [battles.sprint]', () => {
    const [shortest] = SPRINTS as [ChallengeForm['duration']]
    for (const [duration, sent] of [
      ['demo', 'demo'],
      [shortest, 5 / 60],
    ] as const) {
      const untimed: Partial<ChallengeForm> = { duration, date: '', time: '' }
      expect(faultOf(untimed)).toBeUndefined()
      expect(spanText({ ...good, ...untimed }, 'UTC')).toBeNull()
      expect(challengeBody({ ...good, ...untimed }, 'UTC')).toMatchObject({ duration: sent, battleDate: null })
    }
  })

  it('sends rounds with their number of questions, and without a length or extra time [battles.rounds-kind]', () => {
    const rounds: ChallengeForm = { ...good, decidedBy: 'knowledge', bestOf: 7, date: '2026-03-03' }
    expect(challengeBody(rounds, 'UTC')).toMatchObject({
      decidedBy: 'knowledge',
      bestOf: 7,
      duration: null,
      battleDate: '2026-03-03T12:00:00.000Z',
    })
    expect(challengeBody(rounds, 'UTC')).not.toHaveProperty('softClose')
    expect(challengeBody({ ...rounds, duration: '0.25' }, 'UTC').battleDate).toBeNull()
    expect(challengeBody(good, 'UTC')).not.toHaveProperty('bestOf')
  })

  it('reads the start in the zone of the user [battles.start-zone-shown]', () => {
    expect(faultOf({ date: '2026-03-02', time: '13:00' })).toBe('Battle date and time must be in the future.')
    expect(faultOf({ date: '2026-03-02', time: '13:01' })).toBeUndefined()
    expect(challengeBody({ ...good, date: '2026-03-03' }, 'Africa/Lagos').battleDate).toBe('2026-03-03T11:00:00.000Z')
  })

  it('says that the clocks skip a time, and never sends another in its place', () => {
    const skipped = { date: '2026-03-29', time: '02:30' }
    const text = 'The clocks go forward that night and skip 02:30. Choose an earlier or a later time.'
    const atBerlin = { availableAp: 1_000, nowMs: NOW, timeZone: 'Europe/Berlin' }
    expect(firstFault({ ...good, ...skipped }, atBerlin)).toEqual({ field: 'time', text })
    expect(startNote({ ...good, ...skipped }, 'Europe/Berlin')).toEqual({ isWrong: true, text })
    expect(challengeBody({ ...good, ...skipped }, 'Europe/Berlin').battleDate).toBeNull()
    expect(startNote({ ...good, ...skipped }, 'Africa/Lagos')).toBeNull()
  })

  it('says which of two it means where the clocks show a time twice', () => {
    const twice = { ...good, date: '2026-10-25', time: '02:30' }
    expect(startNote(twice, 'Europe/Berlin')).toEqual({
      isWrong: false,
      text: 'The clocks go back that night: 02:30 comes twice. This is the first, UTC+2.',
    })
    expect(challengeBody(twice, 'Europe/Berlin').battleDate).toBe('2026-10-25T00:30:00.000Z')
  })

  it.each([
    ['2026-03-29', '00:00', 'Europe/Berlin', '4', '00:00 (UTC+1) to 05:00 (UTC+2)'],
    ['2026-10-25', '00:00', 'Europe/Berlin', '4', '00:00 (UTC+2) to 03:00 (UTC+1)'],
    ['2026-10-04', '00:00', 'Australia/Lord_Howe', '5', '00:00 (UTC+10:30) to 05:30 (UTC+11)'],
    ['2026-04-05', '00:00', 'Australia/Lord_Howe', '5', '00:00 (UTC+11) to 04:30 (UTC+10:30)'],
    ['2026-03-29', '22:00', 'Asia/Kathmandu', '4', '22:00 to 02:00'],
    ['2026-03-30', '12:00', 'Europe/Berlin', '4', '12:00 to 16:00'],
    ['2026-03-29', '02:30', 'Europe/Berlin', '4', null],
    ['', '12:00', 'UTC', '4', null],
  ] as const)('on %s from %s in %s, %s hours: %s', (date, time, zone, duration, text) => {
    expect(spanText({ date, time, duration }, zone)).toBe(text)
  })

  it('sends null for no title and the default for no description [battles.const-default-description]', () => {
    expect(challengeBody({ ...good, title: ' ', description: ' \n' }, 'UTC')).toEqual({
      title: null,
      opponentId: 'b0',
      stakeAmount: 200,
      description: 'A battle of Web3 aura and reputation!',
      battleDate: '2026-03-03T12:00:00.000Z',
      duration: 4,
      softClose: true,
    })
  })

  it.each([
    ['BATTLE_SELF_CHALLENGE', 'opponent'],
    ['BATTLE_STAKE_TOO_HIGH', 'own-balance'],
    ['BATTLE_OPPONENT_STAKE_TOO_HIGH', 'stake'],
    ['BATTLE_DATE_TOO_FAR', 'date'],
    ['BATTLE_TOO_MANY_PENDING', null],
  ])('%s belongs to %s', (code, field) => expect(fieldOf(code)).toBe(field))
})

it.each([
  ['18:30', '18:30'],
  ['9:05', '09:05'],
  ['1830', '18:30'],
  ['930', '09:30'],
  [' 18 ', '18:00'],
  ['18.30', '18:30'],
  ['0', '00:00'],
  ['١٨:٣٠', '18:30'],
  ['１８：３０', '18:30'],
])('reads %s as a time', (text, time) => {
  expect(readTime(text)).toBe(time)
})

it.each(['', '24:00', '18:60', '6 pm', '18:3', 'noon', '-1'])('reads no time from "%s"', (text) => {
  expect(readTime(text)).toBeNull()
})

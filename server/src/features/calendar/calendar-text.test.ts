import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { type CalendarBattle, calendarText } from './calendar-text.ts'

const person = (username: string) => ({
  id: `00000000-0000-4000-8000-${username.padStart(12, '0').slice(0, 12)}`,
  username,
  firstName: null,
  profileImageUrl: null,
  auraPoints: 0,
  currentStreak: 0,
})

const accepted: CalendarBattle = {
  id: '00000000-0000-4000-8000-00000000abcd',
  title: 'Rain, hail; and\\snow',
  description:
    'One line that is much longer than the seventy-five bytes which a line of such a file may have: 雨が降る',
  status: 'accepted',
  rounds: null,
  challenger: person('ada'),
  opponent: person('bo'),
  challengerStake: 1_200,
  challengerVotes: 0,
  opponentVotes: 0,
  winnerId: null,
  battleStartsAt: '2026-03-29T00:30:00.000Z',
  endsAt: '2026-03-29T04:30:00.000Z',
  extendedAt: [],
  outage: null,
  createdAt: '2026-03-20T10:00:00.000Z',
}

/** Reads the only event back with Mozilla's parser. */
function read(battle: CalendarBattle) {
  const text = calendarText([battle], {
    name: 'Battles on Aura',
    origin: 'https://aura.example',
    path: '/battles.ics',
    stampedAt: new Date('2026-03-21T10:00:00Z'),
  })
  expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  const [component] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  if (!component) throw new Error('no event')
  const event = new ICAL.Event(component)
  return {
    event,
    url: component.getFirstPropertyValue('url'),
    status: component.getFirstPropertyValue('status'),
    alarms: component.getAllSubcomponents('valarm').map((alarm) => String(alarm.getFirstPropertyValue('trigger'))),
  }
}

describe('a calendar, read by a foreign parser', () => {
  it('has the battle with its alarm ten minutes before [battles.calendar]', () => {
    const { event, url, status, alarms } = read(accepted)
    expect(event.uid).toBe('00000000-0000-4000-8000-00000000abcd@aura.example')
    expect(event.summary).toBe('ada vs bo: Rain, hail; and\\snow')
    expect(event.description).toContain('1,200 AP each.')
    expect(event.description).toContain(accepted.description)
    expect([event.sequence, url, status]).toEqual([0, `https://aura.example/battles/${accepted.id}`, 'CONFIRMED'])
    expect(alarms).toEqual(['-PT10M'])
  })

  it.each([
    ['forward', '2026-03-29T00:30:00.000Z', '2026-03-29T04:30:00.000Z'],
    ['back', '2026-10-24T23:30:00.000Z', '2026-10-25T03:30:00.000Z'],
  ])('lasts four hours while European clocks go %s', (_, battleStartsAt, endsAt) => {
    const { event } = read({ ...accepted, battleStartsAt, endsAt })
    expect(event.startDate.toJSDate().toISOString()).toBe(battleStartsAt)
    expect(event.endDate.toJSDate().toISOString()).toBe(endsAt)
    expect(event.duration.toSeconds()).toBe(4 * 3_600)
  })

  it('keeps its identity and counts each move of the end, and being called off [battles.calendar-changes]', () => {
    const moved = { ...accepted, status: 'active', endsAt: '2026-03-29T04:31:00.000Z' } as const
    const extended = { ...moved, extendedAt: ['2026-03-29T04:30:00.000Z'] }
    const outage = {
      from: '2026-03-29T04:30:10.000Z',
      to: '2026-03-29T04:30:20.000Z',
      endedAt: extended.endsAt,
      endsAt: '2026-03-29T04:31:10.000Z',
    }
    const states = [accepted, extended, { ...extended, outage }, { ...extended, outage, status: 'cancelled' as const }]
    expect(states.map((battle) => read(battle).event.sequence)).toEqual([0, 1, 2, 3])
    expect(new Set(states.map((battle) => read(battle).event.uid)).size).toBe(1)
    expect(states.map((battle) => read(battle).status)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'CANCELLED'])
    expect(read(states.at(-1) as CalendarBattle).alarms).toEqual([])
  })

  it('says who won', () => {
    const over = { ...accepted, status: 'completed', challengerVotes: 3, opponentVotes: 1_000 } as const
    expect(read({ ...over, winnerId: accepted.opponent.id }).event.description).toMatch(/^bo won, 1,000 to 3 Steeze\./)
    expect(read(over).event.description).toMatch(/^A draw, 3 to 1,000 Steeze\./)
  })

  describe('of a battle of rounds', () => {
    const rounds = { bestOf: 5, points: { challenger: 1, opponent: 3 }, absent: null } as const
    const planned = { ...accepted, rounds }

    it('says how it is decided, its points, and a walkover [battles.calendar]', () => {
      expect(read(planned).event.description).toMatch(/^1,200 AP each\. Decided by knowledge: best of 5 questions\./)
      const over = { ...planned, status: 'completed', challengerVotes: 70, winnerId: accepted.opponent.id } as const
      expect(read(over).event.description).toMatch(/^bo won, 3 to 1 points\./)
      expect(read({ ...over, winnerId: null }).event.description).toMatch(/^A draw, 1 to 3 points\./)
      const absent = { ...over, rounds: { ...rounds, absent: 'challenger' } } as const
      expect(read(absent).event.description).toMatch(/^bo won by walkover\./)
    })

    it('counts the moves of its start and end [battles.calendar-changes]', () => {
      const sequences = (...statuses: CalendarBattle['status'][]) =>
        statuses.map((status) => read({ ...planned, status }).event.sequence)
      expect(sequences('accepted', 'cancellation_requested', 'active', 'completed')).toEqual([0, 0, 1, 2])
      // Called off before or after the start.
      expect(sequences('cancelled')).toEqual([2])
    })
  })
})

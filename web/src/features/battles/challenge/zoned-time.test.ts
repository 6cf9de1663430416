import { describe, expect, it } from 'vitest'
import { zonedDate, zonedTime } from './zoned-time.ts'

/** Formats the result as '<moment> <kind>'. */
function read(date: string, time: string, zone: string): string {
  const start = zonedTime(date, time, zone)
  return 'atMs' in start ? `${new Date(start.atMs).toISOString()} ${start.kind}` : start.kind
}

describe('a time on the clocks of a zone', () => {
  it.each([
    ['2026-03-02', '12:00', 'UTC', '2026-03-02T12:00:00.000Z once'],
    ['2026-03-02', '12:00', 'Africa/Lagos', '2026-03-02T11:00:00.000Z once'],
    ['2026-07-01', '00:30', 'America/St_Johns', '2026-07-01T03:00:00.000Z once'],
    ['2026-03-02', '00:00', 'Pacific/Kiritimati', '2026-03-01T10:00:00.000Z once'],
    ['2026-03-02', '12:00', 'Asia/Kathmandu', '2026-03-02T06:15:00.000Z once'],
    ['2026-10-25', '02:30', 'Asia/Kathmandu', '2026-10-24T20:45:00.000Z once'],
    // Clocks in Berlin go forward on 29 March and back on 25 October.
    ['2026-03-29', '01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z once'],
    ['2026-03-29', '02:00', 'Europe/Berlin', 'skipped'],
    ['2026-03-29', '02:30', 'Europe/Berlin', 'skipped'],
    ['2026-03-29', '03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z once'],
    ['2026-10-25', '01:59', 'Europe/Berlin', '2026-10-24T23:59:00.000Z once'],
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z twice'],
    ['2026-10-25', '03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z once'],
    // Clocks in New York change on 8 March and 1 November.
    ['2026-03-08', '02:30', 'America/New_York', 'skipped'],
    ['2026-03-08', '03:00', 'America/New_York', '2026-03-08T07:00:00.000Z once'],
    ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z twice'],
    // Lord Howe moves by half an hour: forward on 4 October, back on 5 April.
    ['2026-10-04', '01:59', 'Australia/Lord_Howe', '2026-10-03T15:29:00.000Z once'],
    ['2026-10-04', '02:15', 'Australia/Lord_Howe', 'skipped'],
    ['2026-10-04', '02:30', 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z once'],
    ['2026-04-05', '01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z twice'],
    ['2026-04-05', '02:00', 'Australia/Lord_Howe', '2026-04-04T15:30:00.000Z once'],
  ])('%s %s in %s is %s', (date, time, zone, expected) => expect(read(date, time, zone)).toBe(expected))

  it('is none for what is no date or no time', () => {
    expect([read('', '12:00', 'UTC'), read('2026-03-02', '', 'UTC')]).toEqual(['none', 'none'])
  })

  it('has the date that clocks there show', () => {
    expect(zonedDate(Date.parse('2026-03-02T23:30:00Z'), 'Africa/Lagos')).toBe('2026-03-03')
    expect(zonedDate(Date.parse('2026-03-02T04:00:00Z'), 'America/New_York')).toBe('2026-03-01')
  })
})

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { isSameTimeZone, offsetText, shownTimeZone } from './time-zones.ts'
import { calendarFormat, timesIn, useTimes, ViewerTimeZone } from './times.ts'

const AT = '2026-03-09T23:05:09.000Z'

it('writes a moment by the clocks and the calendar of one zone', () => {
  const [berlin, kathmandu] = [timesIn('Europe/Berlin'), timesIn('Asia/Kathmandu')]
  expect([berlin.time(AT), berlin.seconds(AT), berlin.weekday(AT)]).toEqual(['00:05', '00:05:09', 'Tue'])
  expect([berlin.dayOfYear(AT), berlin.day(AT), berlin.minute(AT)]).toEqual([
    '10 Mar',
    '10 Mar 2026',
    '10 Mar 2026, 00:05',
  ])
  expect(kathmandu.minute(AT)).toBe('10 Mar 2026, 04:50')
  expect(timesIn('UTC').minute(AT)).toBe('9 Mar 2026, 23:05')
})

it('takes the zone of the profile for who is signed in', () => {
  const Shown = () => useTimes().minute(AT)
  const page = (zone: string) =>
    renderToStaticMarkup(createElement(ViewerTimeZone, { value: zone }, createElement(Shown)))
  expect(page('America/New_York')).toBe('9 Mar 2026, 19:05')
  expect(page('Asia/Kathmandu')).toBe('10 Mar 2026, 04:50')
})

it('shows UTC, and says so, where the browser does not know the zone of the profile', () => {
  expect(timesIn('Etc/Unknown')).toMatchObject({ zone: 'UTC' })
  expect(timesIn('Etc/Unknown').minute(AT)).toBe('9 Mar 2026, 23:05')
  expect(shownTimeZone(undefined)).toBe('UTC')
})

it('knows one zone by both of its names', () => {
  expect(isSameTimeZone('Asia/Kolkata', 'Asia/Calcutta')).toBe(true)
  expect(isSameTimeZone('Europe/Berlin', 'Europe/Paris')).toBe(false)
  expect(isSameTimeZone('UTC', 'Etc/Unknown')).toBe(false)
})

it('tells how far a zone is from UTC at a moment', () => {
  const march = Date.parse(AT)
  expect([offsetText(march, 'Asia/Kathmandu'), offsetText(march, 'America/New_York')]).toEqual(['UTC+5:45', 'UTC-4'])
  expect([offsetText(march, 'UTC'), offsetText(march, 'America/St_Johns')]).toEqual(['UTC+0', 'UTC-2:30'])
})

it('leaves a calendar day the day it is', () => {
  expect(calendarFormat({ day: 'numeric', month: 'short', year: 'numeric' })('2026-03-09')).toBe('9 Mar 2026')
})

import { expect, it } from 'vitest'
import { timeZones, zoneLabel } from './zone-list.ts'

const MARCH = new Date('2026-03-02T12:00:00Z')

it('tells zones by name and distance from UTC at that moment', () => {
  expect(zoneLabel('Africa/Lagos', MARCH)).toBe('Africa/Lagos, UTC+1')
  expect(zoneLabel('America/New_York', MARCH)).toBe('America/New York, UTC-5')
  expect(zoneLabel('America/New_York', new Date('2026-07-02T12:00:00Z'))).toBe('America/New York, UTC-4')
  expect(zoneLabel('Asia/Kolkata', MARCH)).toMatch(/, UTC\+5:30$/)
  expect(zoneLabel('Europe/London', MARCH)).toBe('Europe/London, UTC+0')
  expect(zoneLabel('UTC', MARCH)).toBe('UTC')
})

it('offers the zone somebody has, also where the browser knows it by another name', () => {
  const zones = timeZones(['UTC', 'Europe/Berlin'])
  expect(zones).toContain('UTC')
  expect(zones.filter((zone) => zone === 'Europe/Berlin')).toHaveLength(1)
  expect(zones).toEqual([...zones].sort())
})

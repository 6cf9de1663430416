import { expect, it } from 'vitest'
import { timesIn } from '#lib/time/times'
import { ageText } from './age-text.ts'

const NOW = new Date('2026-03-06T12:00:00Z')

it.each([
  ['2026-03-06T12:00:05Z', 'now'],
  ['2026-03-06T11:59:01Z', 'now'],
  ['2026-03-06T11:59:00Z', '1 min'],
  ['2026-03-06T11:00:01Z', '59 min'],
  ['2026-03-06T11:00:00Z', '1 h'],
  ['2026-03-05T12:00:01Z', '23 h'],
  ['2026-03-05T12:00:00Z', 'Thu'],
  ['2026-03-01T12:00:00Z', 'Sun'],
  ['2026-02-28T12:00:00Z', '28 Feb'],
  ['2025-12-31T12:00:00Z', '31 Dec 2025'],
])('%s was %s', (at, text) => expect(ageText(new Date(at), NOW, timesIn('UTC'))).toBe(text))

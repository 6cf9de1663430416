import type { ProviderOutcome } from '@aura/api/calls/providers'
import { expect, it } from 'vitest'
import { outcomeText } from './outcome.ts'

const FAILURES: Record<Exclude<ProviderOutcome, 'linked' | 'confirmed'>, true> = {
  'not-you': true,
  recent: true,
  newer: true,
  denied: true,
  state: true,
  expired: true,
  used: true,
  code: true,
  token: true,
  down: true,
  limited: true,
  profile: true,
  switched: true,
  taken: true,
  other: true,
  restricted: true,
  stale: true,
  off: true,
  busy: true,
  failed: true,
}

it('every way to fail has a text of its own, and none of Twitch speaks of X', () => {
  const failures = Object.keys(FAILURES) as (keyof typeof FAILURES)[]
  const texts = failures.map((outcome) => outcomeText(outcome, 'X').description)
  expect(new Set(texts).size).toBe(failures.length)
  for (const text of texts) expect(text).toMatch(/^\w.{20,}\.$/)
  for (const outcome of failures) expect(Object.values(outcomeText(outcome, 'Twitch')).join(' ')).not.toMatch(/\bX\b/)
})

import { STATUS_PARTS, type StatusState } from '../../../../api/src/calls/status.ts'
import type { Answer } from '../../../../api/src/calls.ts'

const DAY_MS = 86_400_000
const NOW = '2026-03-02T11:58:07.000Z'
const DAYS = 90

const days = Array.from({ length: DAYS }, (_, i) => {
  const trouble = { degraded: i % 17 === 3 ? 7 : 0, down: i === 40 ? 61 : 0, missing: i % 29 === 5 ? 4 : 0 }
  const up = 1_440 - trouble.degraded - trouble.down - trouble.missing
  return { day: new Date(Date.parse(NOW) - (DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10), up, ...trouble }
})

const STATES: readonly StatusState[] = ['up', 'degraded', 'down']

/** Each part in a different state, after ninety days with all of them. */
export const troubledStatus: Answer<'GET /api/status'> = {
  since: days[0]?.day ? `${days[0].day}T00:00:00.000Z` : null,
  checkedAt: NOW,
  parts: STATUS_PARTS.map((part, i) => ({ part, state: STATES[i % STATES.length] ?? 'up', days })),
}

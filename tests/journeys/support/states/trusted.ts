import type { Answer } from '../../../../api/src/calls.ts'
import { person } from './standing.ts'

/** The longest names and the largest possible Trust. */
export const mostTrusted: Answer<'GET /api/trust/ranking'> = Array.from({ length: 100 }, (_, at) => ({
  rank: at + 1,
  person: person(at),
  points: Math.floor(98_765_432 / (at + 1)),
  supporters: 12_345,
}))

export const calculation: Answer<'GET /api/trust'> = {
  version: 4,
  calculatedAt: '2026-03-02T11:58:07.000Z',
  places: 1_234_567,
  people: 100,
  seeds: [person(0), person(1), person(2)],
}

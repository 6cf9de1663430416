import { z } from 'zod'
import { call } from '../contract/call.ts'
import { OtherPerson, Whole } from '../shapes.ts'

export const ReputationPart = z.enum(['learned', 'won'])
export type ReputationPart = z.output<typeof ReputationPart>

/** The parts of a reputation beside Trust. */
export const reputationProfileFields = {
  reputation: z.object({
    /** AP from lessons and reviews. */
    learned: Whole,
    /** AP won in battles less AP lost; may be negative. */
    won: z.int(),
  }),
}

const ReputationEntry = z.object({ rank: z.int().min(1), person: OtherPerson, points: z.int() })
export type ReputationEntry = z.output<typeof ReputationEntry>

export const reputationCalls = {
  'GET /api/reputation/ranking': call({
    summary: 'List the 100 people who learned or won most, of those with any',
    access: 'public',
    rate: 'read',
    query: z.object({ part: ReputationPart }),
    answer: z.array(ReputationEntry),
  }),
}

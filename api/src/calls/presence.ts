import { z } from 'zod'
import { call } from '../call.ts'
import { Done, Id } from '../shapes.ts'

/** Taps that one call may carry. */
const MAX_TAPS = 10

const params = z.object({ id: Id })

export const presenceCalls = {
  'POST /api/battles/:id/join': call({
    summary: 'I watch this battle now',
    access: 'user',
    rate: 'write',
    params,
    answer: Done,
    errors: ['BATTLE_NOT_FOUND'],
  }),
  'POST /api/battles/:id/heartbeat': call({
    summary: 'I still watch this battle; every 15 seconds',
    access: 'user',
    rate: 'write',
    params,
    answer: Done,
  }),
  'POST /api/battles/:id/leave': call({
    summary: 'I watch this battle no longer',
    access: 'user',
    rate: 'write',
    params,
    answer: Done,
  }),
  'POST /api/battles/:id/react': call({
    summary: 'Show everybody who watches this live battle that I cheer for a side; nothing of it is kept',
    access: 'user',
    rate: 'tap',
    params,
    body: z.object({
      participantId: Id,
      /** How often since I last said so. */
      taps: z.int().min(1).max(MAX_TAPS),
    }),
    answer: Done,
    errors: ['BATTLE_NOT_FOUND', 'BATTLE_NOT_ACTIVE', 'REACTION_TO_OUTSIDER'],
  }),
}

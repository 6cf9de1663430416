import { z } from 'zod'
import { call } from './call.ts'
import { Done } from './shapes.ts'

const params = z.object({ id: z.uuid() })

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
}

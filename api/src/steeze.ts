import { z } from 'zod'
import { call } from './call.ts'
import { Whole } from './shapes.ts'

export const steezeCalls = {
  'GET /api/steeze/balance': call({
    summary: 'My Steeze, by how I came by it',
    access: 'user',
    rate: 'read',
    answer: z.object({ battleEarnedSteeze: Whole, purchasedSteeze: Whole }),
  }),
}

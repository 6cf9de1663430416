import type { ReputationPart } from '@aura/api/calls/reputation'
import { read } from '#lib/query-client'

export const rankingRead = (part: ReputationPart) => ({
  ...read('GET /api/reputation/ranking', undefined, { part }),
  staleTime: 0,
})

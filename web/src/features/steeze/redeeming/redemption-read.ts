import type { Answer } from '@aura/api/calls'
import { read } from '#lib/query-client'

/** The live stream says neither that a hold was released nor what an admin decided. */
const REFRESH_MS = 20_000

interface Asked {
  state: { data: Answer<'GET /api/steeze/redemption'> | undefined }
}

/** Polled while a redemption is open. */
export const redemptionRead = {
  ...read('GET /api/steeze/redemption'),
  refetchInterval: ({ state: { data } }: Asked): number | false => {
    const isReviewOpen = data?.review?.status === 'waiting' || data?.review?.status === 'approved'
    return data?.redemption || isReviewOpen ? REFRESH_MS : false
  },
}

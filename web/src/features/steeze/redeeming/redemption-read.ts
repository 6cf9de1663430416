import type { Answer } from '@aura/api/calls'
import { read } from '#lib/query-client'

/** Polled, because the live stream reports neither released holds nor admins' decisions. */
const REFRESH_MS = 20_000

interface Asked {
  state: { data: Answer<'GET /api/steeze/redemption'> | undefined }
}

export const redemptionRead = {
  ...read('GET /api/steeze/redemption'),
  refetchInterval: ({ state: { data } }: Asked): number | false => {
    const isReviewOpen = data?.review?.status === 'waiting' || data?.review?.status === 'approved'
    return data?.redemption || data?.next || isReviewOpen ? REFRESH_MS : false
  },
}

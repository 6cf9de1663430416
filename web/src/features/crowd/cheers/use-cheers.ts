import { useQuery } from '@tanstack/react-query'
import { useLive, usePollingMs } from '#lib/live/use-live'
import { read } from '#lib/query-client'

const POLL_MS = 5_000

export const cheersRead = (id: string) => read('GET /api/battles/:id/cheers', { id })

/** Reads the cheers and chats of a battle, and follows them while it is live or waited for. */
export function useCheers(id: string, { isFollowed, isAsked = true }: { isFollowed: boolean; isAsked?: boolean }) {
  useLive(...(isFollowed && isAsked ? [`cheers:${id}`] : []))
  const pollMs = usePollingMs(POLL_MS)
  return useQuery({ ...cheersRead(id), enabled: isAsked, refetchInterval: isFollowed ? pollMs : false })
}

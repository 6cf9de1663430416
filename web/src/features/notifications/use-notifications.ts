import type { Notification } from '@aura/api/calls/notifications'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { untilRead } from '#lib/live/until-read'
import { usePollingMs } from '#lib/live/use-live'
import { read } from '#lib/query-client'

export const POLLING_MS = 5_000

const listRead = read('GET /api/notifications')

/** Polled until first read and while the live stream is down, also in the background. */
export function useNotifications() {
  const refetchInterval = untilRead(POLLING_MS, usePollingMs(POLLING_MS))
  return useQuery({ ...listRead, refetchInterval, refetchIntervalInBackground: true, retry: false })
}

/** Updates optimistically; on failure silently reverts to the server's state. */
async function assume(client: QueryClient, isRead: (one: Notification) => boolean, make: () => Promise<unknown>) {
  await client.cancelQueries(listRead)
  client.setQueryData(listRead.queryKey, (list: Notification[] | undefined) =>
    list?.map((one) => (isRead(one) && !one.isRead ? { ...one, isRead: true } : one)),
  )
  await make().catch(() => client.invalidateQueries(listRead))
}

export function useReading() {
  const client = useQueryClient()
  return {
    read: (id: string) =>
      void assume(
        client,
        (one) => one.id === id,
        () => request('POST /api/notifications/:id/read', { params: { id } }),
      ),
    readAll: () =>
      void assume(
        client,
        () => true,
        () => request('POST /api/notifications/read-all'),
      ),
  }
}

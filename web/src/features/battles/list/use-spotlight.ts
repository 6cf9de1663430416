import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { currentUserQuery } from '#features/auth'
import { request } from '#lib/api'
import { readKey } from '#lib/query-client'
import { battleRead } from '../shared/battle-reads.ts'

const REFRESH_MS = 30_000

/** Reads the id of the live battle that ends first, else of the one that ended last. Caches it for visitors. */
export const spotlightQuery = (client: QueryClient) => ({
  queryKey: readKey('GET /api/spotlight'),
  async queryFn({ signal }: { signal: AbortSignal }) {
    const { battle } = await request('GET /api/spotlight', { signal })
    // The battle carries a visitor's permissions.
    const isVisitor = client.getQueryData(currentUserQuery.queryKey) === null
    if (battle && isVisitor) client.setQueryData(battleRead(battle.id).queryKey, battle)
    return { id: battle?.id }
  },
})

export const useSpotlight = () => useQuery({ ...spotlightQuery(useQueryClient()), refetchInterval: REFRESH_MS })

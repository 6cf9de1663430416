import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { readKey } from '#lib/query-client'
import { battleRead } from '../shared/battle-reads.ts'

const REFRESH_MS = 30_000

/** Returns the id of the live battle that ends first, else of the one that ended last, and caches the battle. */
export function useSpotlight() {
  const client = useQueryClient()
  return useQuery({
    queryKey: readKey('GET /api/spotlight'),
    refetchInterval: REFRESH_MS,
    async queryFn({ signal }) {
      const { battle } = await request('GET /api/spotlight', { signal })
      if (battle) client.setQueryData(battleRead(battle.id).queryKey, battle)
      return { id: battle?.id }
    },
  })
}

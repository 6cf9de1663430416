import type { Query } from '@aura/api/calls'
import type { QueryClient } from '@tanstack/react-query'
import { read } from '#lib/query-client'
import { noteServerTime } from '#lib/server-clock'

export type ListView = NonNullable<Query<'GET /api/battles'>['view']>
export type OwnStatus = NonNullable<Query<'GET /api/battles/user'>['status']>

export const countsRead = read('GET /api/battles/counts')
export const listRead = (view: ListView) => timed(read('GET /api/battles', undefined, { view }), ([battle]) => battle)
export const ownRead = (status?: OwnStatus) =>
  timed(read('GET /api/battles/user', undefined, status ? { status } : {}), ([battle]) => battle)
/** The newest hundred gifts. */
export const votesRead = (id: string) => read('GET /api/battles/:id/votes', { id })
export const battleRead = (id: string) => timed(read('GET /api/battles/:id', { id }), (battle) => battle)

/**
 * The same read, taking note of the server's time as it arrives. Not later, when the answer is shown: it may have lain
 * in the cache, or have been brought up to date since by a live state that tells no time.
 */
function timed<Told>(
  { queryKey, queryFn }: { queryKey: [string]; queryFn: (context: { signal: AbortSignal }) => Promise<Told> },
  tellerOf: (told: Told) => { serverTime: string } | undefined,
) {
  return {
    queryKey,
    queryFn: async (context: { signal: AbortSignal }): Promise<Told> => {
      const told = await queryFn(context)
      const teller = tellerOf(told)
      if (teller) noteServerTime(teller.serverTime)
      return told
    },
  }
}

/** Asks again for everything that shows battles; what nobody looks at is asked for when somebody does. */
export const refetchBattles = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/battles') })

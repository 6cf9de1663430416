import type { Query } from '@aura/api/calls'
import type { QueryClient } from '@tanstack/react-query'
import { read } from '#lib/query-client'

export type ListView = NonNullable<Query<'GET /api/battles'>['view']>
export type OwnStatus = NonNullable<Query<'GET /api/battles/user'>['status']>

export const countsRead = read('GET /api/battles/counts')
export const listRead = (view: ListView) => read('GET /api/battles', undefined, { view })
export const ownRead = (status?: OwnStatus) => read('GET /api/battles/user', undefined, status ? { status } : {})
/** The newest hundred gifts. */
export const votesRead = (id: string) => read('GET /api/battles/:id/votes', { id })
export const battleRead = (id: string) => read('GET /api/battles/:id', { id })

/** Asks again for everything that shows battles; what nobody looks at is asked for when somebody does. */
export const refetchBattles = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/battles') })

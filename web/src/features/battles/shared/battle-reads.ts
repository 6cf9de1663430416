import type { Query } from '@aura/api/calls'
import type { QueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { read, readKey } from '#lib/query-client'
import { PAGE } from '#lib/use-pages'
import type { Battle } from './battle-view.ts'

export type ListView = NonNullable<Query<'GET /api/battles'>['view']>
export type OwnStatus = NonNullable<Query<'GET /api/battles/user'>['status']>

export const countsRead = read('GET /api/battles/counts')

export interface BattlePages {
  key: readonly [string, ...string[]]
  load: (after: string | number | undefined, signal: AbortSignal) => Promise<Battle[]>
}

const pageOf = (after: string | number | undefined) => ({ limit: PAGE, ...(after ? { after: String(after) } : {}) })

export const listPages = (view: ListView): BattlePages => ({
  key: [...readKey('GET /api/battles', undefined, { view }), 'pages'],
  load: (after, signal) => request('GET /api/battles', { query: { view, ...pageOf(after) }, signal }),
})

export function ownPages(status?: OwnStatus): BattlePages {
  const of = status ? { status } : {}
  return {
    key: [...readKey('GET /api/battles/user', undefined, of), 'pages'],
    load: (after, signal) => request('GET /api/battles/user', { query: { ...of, ...pageOf(after) }, signal }),
  }
}

export const votesRead = (id: string) => read('GET /api/battles/:id/votes', { id })
export const linkRead = (id: string) => read('GET /api/challenge-links/:id', { id })
export const linksRead = read('GET /api/challenge-links')
export const battleRead = (id: string) => read('GET /api/battles/:id', { id })
export const ownStreamsRead = read('GET /api/battles/streams')
export const battleStreamRead = (id: string) => read('GET /api/battles/:id/stream', { id })

/** Refetches all reads that show battles; inactive queries refetch when next used. */
export const refetchBattles = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => /^\/api\/(?:battles|challenge-links)/.test(String(queryKey[0])),
  })

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { currentUserQuery } from '#features/auth'
import { battleRead } from '../shared/battle-reads.ts'
import { spotlightQuery } from './use-spotlight.ts'

afterEach(() => void vi.unstubAllGlobals())

async function cachedFor(user: object | null): Promise<unknown> {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ battle: { id: 'b1' } })))
  const client = new QueryClient()
  client.setQueryData(currentUserQuery.queryKey, user)
  expect(await client.fetchQuery(spotlightQuery(client))).toEqual({ id: 'b1' })
  return client.getQueryData(battleRead('b1').queryKey)
}

it('keeps the battle for visitors alone: members may gift', async () => {
  expect(await cachedFor(null)).toEqual({ id: 'b1' })
  expect(await cachedFor({ id: 'u1' })).toBeUndefined()
})

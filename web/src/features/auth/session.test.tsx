import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { applyState } from '#lib/live/apply-state'
import { createQueryClient, read } from '#lib/query-client'
import { markupOf } from '../../dev/markup.tsx'
import { currentUserQuery, type User, useAuth } from './session.ts'

beforeEach(() => {
  vi.stubGlobal('document', { cookie: 'aura_signed_in=1' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const answer = (status: number, body: string) => vi.stubGlobal('fetch', async () => new Response(body, { status }))
const UNAUTHORIZED = '{"code":"UNAUTHORIZED","message":"Unauthorized","requestId":"r"}'

function Screen() {
  const auth = useAuth()
  return auth.state === 'authenticated' ? `[${auth.user.username}]` : `[${auth.state}]`
}

it('the signed-in user is the same on every screen at once [access.state-auth-signed-in]', async () => {
  const client = createQueryClient(() => {})
  const screens = () =>
    markupOf(
      [1, 2].map((nr) => <Screen key={nr} />),
      { client },
    )
  expect(screens()).toBe('[loading][loading]')
  answer(200, '{"id":"1","username":"ada"}')
  await client.fetchQuery(currentUserQuery)
  expect(screens()).toBe('[ada][ada]')
})

it('a missing session is null rather than an error', async () => {
  answer(401, UNAUTHORIZED)
  const client = createQueryClient(() => {})
  expect(await client.fetchQuery(currentUserQuery)).toBeNull()
  answer(500, '')
  await expect(client.fetchQuery({ ...currentUserQuery, staleTime: 0 })).rejects.toThrow('500')
})

const balance = read('GET /api/steeze/balance').queryKey
const stats = read('GET /api/stats').queryKey

async function signedInAs(id: string) {
  const client = createQueryClient(() => {})
  client.setQueryData(balance, { purchasedSteeze: 7 } as never)
  client.setQueryData(stats, { users: 1 } as never)
  answer(200, JSON.stringify({ id, username: id }))
  await client.fetchQuery(currentUserQuery)
  return client
}
const askAgain = (client: QueryClient) => client.fetchQuery({ ...currentUserQuery, staleTime: 0 })

it('a session that the server ended leaves none of its data to the next user', async () => {
  vi.stubGlobal('location', { pathname: '/', search: '' })
  vi.stubGlobal('history', { replaceState: vi.fn() })
  const client = await signedInAs('ada')
  answer(401, UNAUTHORIZED)
  expect(await askAgain(client)).toBeNull()
  expect(client.getQueryData(balance)).toBeUndefined()
  expect(client.getQueryData(stats)).toEqual({ users: 1 })
})

it('data of the last user are gone when somebody else signs in, and kept when they return', async () => {
  const client = await signedInAs('ada')
  client.setQueryData(currentUserQuery.queryKey, null)
  await askAgain(client)
  expect(client.getQueryData(balance)).toEqual({ purchasedSteeze: 7 })
  expect(client.getQueryState(balance)?.isInvalidated).toBe(true)
  answer(200, '{"id":"bo","username":"bo"}')
  await askAgain(client)
  expect(client.getQueryData(balance)).toBeUndefined()
  expect(client.getQueryData(stats)).toEqual({ users: 1 })
})

it('a late state of the account brings no first back, but another account has its own [landing.trial-kept]', async () => {
  const client = createQueryClient(() => {})
  const key = currentUserQuery.queryKey
  answer(200, '{"id":"1","seenFirsts":["sign_in"]}')
  await client.fetchQuery(currentUserQuery)
  applyState(client, { topic: 'user:1', version: 1, state: { [key[0]]: { id: '1', auraPoints: 140, seenFirsts: [] } } })
  expect(client.getQueryData(key)).toEqual({ id: '1', auraPoints: 140, seenFirsts: ['sign_in'] })
  answer(200, '{"id":"2","seenFirsts":[]}')
  await client.fetchQuery({ ...currentUserQuery, staleTime: 0 })
  expect(client.getQueryData<User>(key)?.seenFirsts).toEqual([])
  client.setQueryData(key, null)
  expect(client.getQueryData(key)).toBeNull()
})

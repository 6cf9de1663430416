import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '#lib/query-client'
import { currentUserQuery, useAuth } from './session.ts'

beforeEach(() => {
  vi.stubGlobal('document', { cookie: 'aura_signed_in=1' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const answer = (status: number, body: string) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_url: string, _init: RequestInit) => new Response(body, { status })),
  )
const UNAUTHORIZED = '{"code":"UNAUTHORIZED","message":"Unauthorized","requestId":"r"}'

function Screen() {
  const auth = useAuth()
  return auth.state === 'authenticated' ? `[${auth.user.username}]` : `[${auth.state}]`
}

it('the signed-in user is the same on every screen at once [access.state-auth-signed-in]', async () => {
  const client = createQueryClient(() => {})
  const screens = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <Screen />
        <Screen />
      </QueryClientProvider>,
    )
  expect(screens()).toBe('[loading][loading]')
  answer(200, '{"id":"1","username":"ada"}')
  await client.fetchQuery(currentUserQuery)
  expect(screens()).toBe('[ada][ada]')
})

it('a read requests the URL in its key, and a missing session is null rather than an error [frame.query-default]', async () => {
  answer(401, UNAUTHORIZED)
  const client = createQueryClient(() => {})
  expect(await client.fetchQuery(currentUserQuery)).toBeNull()
  expect(vi.mocked(fetch).mock.calls.map(([url, init]) => [init?.method, url])).toEqual([
    ['GET', currentUserQuery.queryKey[0]],
  ])
  answer(500, '')
  await expect(client.fetchQuery({ ...currentUserQuery, staleTime: 0 })).rejects.toThrow('500')
})

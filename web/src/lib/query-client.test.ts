import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient, read } from './query-client.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('reads by a GET on the address that is its key, once, and never again by itself [frame.query-quiet] [frame.query-default]', async () => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response('[]'))
  vi.stubGlobal('fetch', fetched)
  const client = createQueryClient(() => {})
  const query = read('GET /api/lessons/daily')
  expect(query.queryKey).toEqual(['/api/lessons/daily'])
  await client.fetchQuery(query)
  await client.fetchQuery(query)
  expect(fetched.mock.calls.map(([url, { method }]) => `${method} ${url}`)).toEqual(['GET /api/lessons/daily'])
  expect(client.getDefaultOptions().queries).toMatchObject({
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  expect(client.getDefaultOptions().queries?.refetchInterval).toBeUndefined()
})

it('tries nothing twice, and hears of a session that is gone', async () => {
  const fetched = vi.fn(async () => new Response('Unauthorized', { status: 401 }))
  vi.stubGlobal('fetch', fetched)
  const onUnauthorized = vi.fn()
  await expect(createQueryClient(onUnauthorized).fetchQuery(read('GET /api/lessons/daily'))).rejects.toThrow('401:')
  expect([fetched.mock.calls.length, onUnauthorized.mock.calls.length]).toEqual([1, 1])
})

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { firstRead, oldestInSightMs, refreshPages, restKey } from './ranking-cache.ts'

const PEOPLE = 330
const TYPE = 'weekly'
let client: QueryClient
let ranking: string[]
let asked: string[]

const pageFrom = (after: string | null, limit: number) => {
  const from = after === null ? 0 : ranking.indexOf(after) + 1
  const entries = ranking.slice(from, from + limit).map((id, nr) => ({ id, rank: from + nr + 1 }))
  return { entries, next: entries.length === limit ? (entries.at(-1)?.id ?? null) : null, total: ranking.length }
}

beforeEach(() => {
  ranking = Array.from({ length: PEOPLE }, (_, nr) => `p${nr}`)
  asked = []
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'http://here').searchParams
    asked.push(query.get('after') ?? '')
    return new Response(JSON.stringify(pageFrom(query.get('after'), Number(query.get('limit')))))
  })
  client = new QueryClient()
  client.setQueryData(firstRead(TYPE).queryKey, pageFrom(null, 30))
  const pageParams = ['p29', 'p129', 'p229']
  const pages = pageParams.map((after) => ({ ...pageFrom(after, 100), atMs: 1_000 }))
  client.setQueryData(restKey(TYPE), { pages, pageParams })
})
afterEach(() => void vi.unstubAllGlobals())

const refresh = (from: number, to: number) => refreshPages(client, TYPE, [from, to], new AbortController().signal)
const pages = () =>
  (client.getQueryData(restKey(TYPE)) as { pages: { entries: { id: string }[]; atMs: number }[] }).pages
const idsOf = (page: number) => pages()[page]?.entries.map(({ id }) => id)

it('refetches only the pages in sight', async () => {
  await refresh(0, 25)
  expect(asked).toEqual([])
  const [first, , last] = pages()
  await refresh(140, 160)
  expect(asked).toEqual(['p129'])
  expect(pages()[0]).toBe(first)
  expect(pages()[2]).toBe(last)
  expect(oldestInSightMs(client, TYPE, [140, 160])).toBeGreaterThan(1_000)
  expect(oldestInSightMs(client, TYPE, [220, 240])).toBe(1_000)
  expect(oldestInSightMs(client, TYPE, [0, 25])).toBe(Number.POSITIVE_INFINITY)
})

it('neither repeats nor omits users at page boundaries', async () => {
  ranking = ranking.filter((id) => id !== 'p150' && id !== 'p40')
  ranking.splice(60, 0, 'p150')
  ranking.splice(170, 0, 'p40')
  await refresh(120, 140)
  expect([...(idsOf(0) ?? []), ...(idsOf(1) ?? [])]).toEqual(ranking.slice(30, 230))
})

it('ends where the ranking does now', async () => {
  ranking = ranking.slice(0, 170)
  await refresh(100, 260)
  expect(pages()).toHaveLength(2)
  expect(idsOf(1)).toEqual(ranking.slice(130))
  ranking = ranking.slice(0, 20)
  client.setQueryData(firstRead(TYPE).queryKey, pageFrom(null, 30))
  await refresh(10, 60)
  expect(pages()).toEqual([])
})

import { QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { createQueryClient, read } from '#lib/query-client'
import { pageForEach } from '../../dev/render-hook.ts'
import { untilRead } from './until-read.ts'

const POLL_MS = 5_000

const page = pageForEach()

function readAfter(first: number) {
  const statuses = [first]
  const asked: number[] = []
  vi.stubGlobal('fetch', async () => {
    const status = statuses.shift() ?? 200
    asked.push(status)
    return Response.json(status === 200 ? [] : { code: 'X', message: '', requestId: '' }, { status })
  })
  const observer = new QueryObserver(
    createQueryClient(() => {}),
    {
      ...read('GET /api/notifications'),
      refetchInterval: untilRead(POLL_MS, false),
    },
  )
  const stop = observer.subscribe(() => {})
  return { asked, observer, stop }
}

it('a read that failed is asked again beside a live stream, until it has a response', async () => {
  const { asked, observer, stop } = readAfter(503)
  await page.pass(POLL_MS - 1)
  expect([asked, observer.getCurrentResult().data]).toEqual([[503], undefined])
  await page.pass(1)
  expect([asked, observer.getCurrentResult().data]).toEqual([[503, 200], []])
  await page.pass(10 * POLL_MS)
  expect(asked).toHaveLength(2)
  stop()
})

it('a refusal is a response', async () => {
  const { asked, stop } = readAfter(404)
  await page.pass(10 * POLL_MS)
  expect(asked).toEqual([404])
  stop()
})

import { expect, it } from 'vitest'
import { retryMs } from './leader.ts'
import { type ServerEvent, sseReader } from './sse.ts'

const TEXT = 'retry: 3000\n\nid: a@1\ndata: {"a":1}\n\n:\n\nevent: end\ndata: {"reason":"session"}\n\ndata: rest'

it.each([1, 2, 7, 1_000])('reads events out of pieces of %i characters', (size) => {
  const events: ServerEvent[] = []
  const read = sseReader((event) => events.push(event))
  for (let at = 0; at < TEXT.length; at += size) read(TEXT.slice(at, at + size))
  expect(events).toEqual([
    { name: 'message', data: '{"a":1}' },
    { name: 'end', data: '{"reason":"session"}' },
  ])
})

it('waits longer after every failure, up to a quarter of a minute, and never in step with others', () => {
  expect([1, 2, 3, 4, 5, 50].map((failures) => retryMs(failures, 1))).toEqual([
    1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
  ])
  expect(retryMs(3, 0)).toBe(2_000)
})

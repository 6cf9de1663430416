import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Leader } from './leader.ts'
import type { LiveState } from './stream.ts'

interface Request {
  topics: string
  seen: string | null
  signal: AbortSignal
  accept(): ReadableStreamDefaultController<Uint8Array>
  refuse(status: number): void
}

let requests: Request[]
let states: LiveState[]
let statuses: string[]
let leader: Leader
beforeEach(() => {
  requests = []
  states = []
  statuses = []
  vi.stubGlobal(
    'fetch',
    (url: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) => {
      const { promise, resolve } = Promise.withResolvers<Response>()
      requests.push({
        topics: new URL(url, 'http://aura.test').searchParams.get('topics') ?? '',
        seen: headers['last-event-id'] ?? null,
        signal,
        accept() {
          let stream: ReadableStreamDefaultController<Uint8Array> | undefined
          const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
            stream = controller
          }
          resolve(new Response(new ReadableStream({ start })))
          if (!stream) throw new Error('not started')
          return stream
        },
        refuse: (status) => resolve(new Response('', { status })),
      })
      return promise
    },
  )
  leader = new Leader({
    onOpen: () => statuses.push('live'),
    onDown: () => statuses.push('down'),
    onState: (state) => states.push(state),
    onSignal() {},
    onLife() {},
    onSessionEnd() {},
  })
})
afterEach(() => {
  leader.close()
  vi.unstubAllGlobals()
})

const request = (index: number) => requests[index] as Request
const tell = (stream: ReadableStreamDefaultController<Uint8Array>, topic: string, version: number) =>
  stream.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ topic, version, state: {} })}\n\n`))
const heard = (...versions: number[]) =>
  vi.waitFor(() => expect(states.map(({ version }) => version)).toEqual(versions))
const told = (...expected: string[]) => vi.waitFor(() => expect(statuses).toEqual(expected))

it('keeps the stream it has while the next one is refused, and ends it once one is open', async () => {
  leader.follow(['battle:1'])
  const first = request(0).accept()
  await told('live')
  leader.follow(['battle:1', 'battle:2'])
  request(1).refuse(503)
  await told('live', 'down')
  expect(request(0).signal.aborted).toBe(false)
  tell(first, 'battle:1', 1)
  await heard(1)

  leader.hurry()
  expect(request(2).topics).toBe('battle:1,battle:2')
  const next = request(2).accept()
  await told('live', 'down', 'live')
  expect(request(0).signal.aborted).toBe(true)
  tell(next, 'battle:2', 2)
  await heard(1, 2)
})

it('forgets its states when the stream is down, since tabs then ask for newer ones', async () => {
  leader.follow(['battle:1'])
  const first = request(0).accept()
  tell(first, 'battle:1', 1)
  await heard(1)
  expect(leader.states).toHaveLength(1)
  first.close()
  await told('live', 'down')
  expect(leader.states).toEqual([])
  leader.hurry()
  expect(request(1).seen).toBe(null)
})

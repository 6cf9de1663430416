import { randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { testSettings } from '../../../tests/server/test-settings.ts'
import { insist, type Person } from '../faults/people.ts'
import type { ProductServer } from '../faults/product-server.ts'
import type { Arena } from '../servers/arena.ts'

const WITHIN_MS = 20_000
const RETRY_MS = 200
const AMOUNT = 7

/**
 * Gifts at one server and returns how long it took until a stream of the other showed it: LISTEN works again. Throws
 * if it doesn't.
 */
export async function hearAcross(
  from: ProductServer,
  to: ProductServer,
  { person, arena }: { person: Person; arena: Arena },
): Promise<number> {
  const topic = `battle:${arena.id}`
  const headers = { origin: testSettings.origin, 'x-forwarded-for': '10.250.0.1' }
  const states = listen({ port: to.port, path: `/api/live?topics=${topic}`, headers })
  try {
    // The state at the beginning.
    await states.next()
    const beganMs = performance.now()
    const body = { battleId: arena.id, participantId: arena.sides[0], amount: AMOUNT }
    const sent = { method: 'POST' as const, path: '/api/battles/gift', body, key: randomUUID() }
    await insist(() => from.port, person, sent, { hear: () => {}, retryMs: () => RETRY_MS, withinMs: WITHIN_MS })
    await states.next()
    return performance.now() - beganMs
  } finally {
    states.close()
  }
}

function listen(options: { port: number; path: string; headers: Record<string, string> }) {
  const unread: string[] = []
  let wake = () => {}
  const request = get({ host: '127.0.0.1', agent: false, ...options }, (response) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (part: string) => {
      text += part
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      // Comments keep the connection open.
      unread.push(...frames.filter((frame) => /^data: /m.test(frame)))
      wake()
    })
    response.on('error', () => {})
  })
  request.on('error', () => {})
  return {
    async next(): Promise<string> {
      const late = AbortSignal.timeout(WITHIN_MS)
      while (unread.length === 0) {
        await new Promise<void>((resolve, reject) => {
          wake = resolve
          late.addEventListener('abort', () => reject(new Error(`${options.path} said nothing for ${WITHIN_MS} ms`)))
        })
      }
      return unread.shift() ?? ''
    },
    close: () => request.destroy(),
  }
}

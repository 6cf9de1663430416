import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { testSettings } from '../../../server/test/test-settings.ts'

export interface StreamEnd {
  /** Of the server that ended it. */
  port: number
  atMs: number
}

export interface StreamFailure {
  why: string
  atMs: number
}

export interface Viewers {
  /** How many follow the topic now. */
  open(): number
  ends: StreamEnd[]
  /** A stream was refused, or broke off without a word. */
  failures: StreamFailure[]
  stop(): Promise<void>
}

interface ViewersPlan {
  port: number
  topic: string
  count: number
  random: () => number
  /** Keeps the addresses of several crowds apart. Default: 0. */
  crowd?: number
  /** Called with each part of a stream that arrives. */
  onData?: (viewer: number, data: Buffer) => void
}

/** As browsers do, so that those who were sent away together do not return together. */
const RETURN_WITHIN_MS = 500

/** Opens live streams through a balancer; whose stream ends opens another. */
export function startViewers({ port, topic, count, random, crowd = 0, onData }: ViewersPlan): Viewers {
  const [ends, failures]: [StreamEnd[], StreamFailure[]] = [[], []]
  const stopped = new AbortController()
  const { signal } = stopped
  let open = 0

  const view = (viewer: number) =>
    new Promise<void>((resolve) => {
      let isToldToLeave = false
      const fail = (why: string) => {
        if (!signal.aborted) failures.push({ why, atMs: performance.now() })
        resolve()
      }
      const address = `10.${200 + 8 * crowd + (viewer >> 8)}.${viewer & 255}.1`
      const headers = { origin: testSettings.origin, 'x-forwarded-for': address }
      const path = `/api/live?topics=${topic}`
      get({ host: '127.0.0.1', port, path, headers, agent: false, signal }, (response) => {
        if (response.statusCode !== 200) {
          response.resume()
          return fail(`a stream was refused with ${response.statusCode}`)
        }
        open++
        const server = Number(response.headers['x-served-by'])
        response.on('data', (data: Buffer) => {
          onData?.(viewer, data)
          if (isToldToLeave || !data.includes('event: end\n')) return
          isToldToLeave = true
          ends.push({ port: server, atMs: performance.now() })
        })
        response.on('error', () => {})
        response.on('close', () => {
          open--
          if (isToldToLeave) resolve()
          else fail(`a stream of server ${server} broke off`)
        })
      }).on('error', (error) => fail(`no stream: ${error.message}`))
    })

  const viewers = Promise.all(
    Array.from({ length: count }, async (_, index) => {
      while (!signal.aborted) {
        await view(index)
        await pause(RETURN_WITHIN_MS * random())
      }
    }),
  )
  return {
    open: () => open,
    ends,
    failures,
    async stop() {
      stopped.abort()
      await viewers
    },
  }
}

import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { testSettings } from '../test-settings.ts'

export interface StreamEnd {
  /** Port of the server that ended it. */
  port: number
  atMs: number
}

export interface Viewers {
  /** Returns the number of viewers following the topic now. */
  open(): number
  ends: StreamEnd[]
  /** Streams that were refused, or that broke off without an end event. */
  failures: string[]
  stop(): Promise<void>
}

interface ViewersPlan {
  port: number
  topic: string
  count: number
}

/** Milliseconds over which viewers return, as browsers do: those disconnected together must not return together. */
const RETURN_WITHIN_MS = 500

const HEAD_END = '\r\n\r\n'
/** Position of the status in a response, after "HTTP/1.1 ". */
const STATUS_AT = 9
const END = 'event: end\n'
const END_WITHIN = 256
const LINE_FEED = 10
const NOTHING: Buffer = Buffer.alloc(0)

const requestOf = (topic: string, address: string) =>
  [
    `GET /api/live?topics=${topic} HTTP/1.1`,
    'host: 127.0.0.1',
    `origin: ${testSettings.origin}`,
    `x-forwarded-for: ${address}`,
    'connection: close',
    '',
    '',
  ].join('\r\n')

/** Opens live streams through a balancer. A viewer whose stream ends opens another. */
export function startViewers({ port, topic, count }: ViewersPlan): Viewers {
  const [ends, failures]: [StreamEnd[], string[]] = [[], []]
  const stopped = new AbortController()
  const { signal } = stopped
  let open = 0

  const view = (viewer: number) =>
    new Promise<void>((resolve) => {
      let [isOpen, isToldToLeave] = [false, false]
      let server = Number.NaN
      let why = ''
      let seen = NOTHING
      const socket = connect({ host: '127.0.0.1', port, signal })
      socket.write(requestOf(topic, `10.200.${viewer}.1`))
      socket.on('data', (data) => {
        seen = seen.length === 0 ? data : Buffer.concat([seen, data])
        if (!isOpen) {
          const headBytes = seen.indexOf(HEAD_END)
          if (headBytes < 0) return
          const head = seen.toString('latin1', 0, headBytes)
          const status = head.slice(STATUS_AT, STATUS_AT + 3)
          if (status !== '200') {
            why = `a stream was refused with ${status}`
            socket.destroy()
            return
          }
          isOpen = true
          open++
          server = Number(/^x-served-by: (\d+)/im.exec(head)?.[1])
        }
        if (!isToldToLeave && seen.subarray(-END_WITHIN).includes(END)) {
          isToldToLeave = true
          ends.push({ port: server, atMs: performance.now() })
        }
        // The end event may be split between two parts unless a part ends with its line.
        seen = seen.at(-1) === LINE_FEED ? NOTHING : seen.subarray(-END.length)
      })
      socket.on('error', (error) => {
        why ||= `no stream: ${error.message}`
      })
      socket.on('close', () => {
        if (isOpen) open--
        if (isOpen && !isToldToLeave) why = `a stream of server ${server} broke off`
        if (!isToldToLeave && !signal.aborted) failures.push(why || 'no stream')
        resolve()
      })
    })

  const viewers = Promise.all(
    Array.from({ length: count }, async (_, index) => {
      while (!signal.aborted) {
        await view(index)
        await pause((RETURN_WITHIN_MS * index) / count)
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

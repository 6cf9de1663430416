import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { testSettings } from '../../../tests/server/test-settings.ts'

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
  /** Called with each part of a stream that arrives, after the last bytes of the part before if that was cut. */
  onData?: (viewer: number, data: Buffer) => void
}

/** As browsers do, so that those who were sent away together do not return together. */
const RETURN_WITHIN_MS = 500

const HEAD_END = '\r\n\r\n'
/** After "HTTP/1.1 ". */
const STATUS_AT = 9
const END = 'event: end\n'
const END_WITHIN = 256
const LINE_FEED = 10
const NOTHING: Buffer = Buffer.alloc(0)
/** Bytes of what a viewer or `onData` looks for, at most. */
const LONGEST_MARK = 32

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

/**
 * Opens live streams through a balancer; whose stream ends opens another. On bare sockets: thousands of them would take
 * what they watch most of a small machine.
 */
export function startViewers({ port, topic, count, random, crowd = 0, onData }: ViewersPlan): Viewers {
  const [ends, failures]: [StreamEnd[], StreamFailure[]] = [[], []]
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
      socket.write(requestOf(topic, `10.${200 + 8 * crowd + (viewer >> 8)}.${viewer & 255}.1`))
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
        onData?.(viewer, seen)
        // The last that a stream says, so it isn't searched for in every state.
        if (!isToldToLeave && seen.subarray(-END_WITHIN).includes(END)) {
          isToldToLeave = true
          ends.push({ port: server, atMs: performance.now() })
        }
        // A part that doesn't end with its line may have cut in two what is looked for.
        seen = seen.at(-1) === LINE_FEED ? NOTHING : seen.subarray(-LONGEST_MARK)
      })
      socket.on('error', (error) => {
        why ||= `no stream: ${error.message}`
      })
      socket.on('close', () => {
        if (isOpen) open--
        if (isOpen && !isToldToLeave) why = `a stream of server ${server} broke off`
        if (!isToldToLeave && !signal.aborted) failures.push({ why: why || 'no stream', atMs: performance.now() })
        resolve()
      })
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

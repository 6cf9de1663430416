import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { connect, type Socket } from 'node:net'

/** Starts an in-memory Redis, or returns null where it isn't installed. */
export function startRedis(port: number): ChildProcess | null {
  if (spawnSync('redis-server', ['--version']).status !== 0) return null
  return spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  })
}

type Reply = string | number | null | Reply[]

/** Pipelines commands over one connection, as client libraries do. */
export class Redis {
  readonly #socket: Socket
  readonly #waiting: ((reply: Reply) => void)[] = []
  #pending = ''

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      this.#pending += chunk
      for (let reply = parse(this.#pending, 0); reply; reply = parse(this.#pending, 0)) {
        this.#pending = this.#pending.slice(reply.end)
        this.#waiting.shift()?.(reply.value)
      }
    })
  }

  static async open(port: number): Promise<Redis> {
    for (let attempt = 0; ; attempt++) {
      try {
        const socket = connect({ port, host: '127.0.0.1', noDelay: true })
        await new Promise<void>((resolve, reject) => {
          socket.once('connect', () => resolve())
          socket.once('error', reject)
        })
        return new Redis(socket)
      } catch (error) {
        if (attempt === 50) throw error
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }

  send(...parts: (string | number)[]): Promise<Reply> {
    const texts = parts.map(String)
    this.#socket.write(`*${texts.length}\r\n${texts.map((text) => `$${text.length}\r\n${text}\r\n`).join('')}`)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  close(): void {
    this.#socket.destroy()
  }
}

function parse(text: string, from: number): { value: Reply; end: number } | undefined {
  const lineEnd = text.indexOf('\r\n', from)
  if (lineEnd < 0) return undefined
  const rest = text.slice(from + 1, lineEnd)
  const end = lineEnd + 2
  if (text[from] === '+') return { value: rest, end }
  if (text[from] === ':') return { value: Number(rest), end }
  if (text[from] === '-') throw new Error(`Redis: ${rest}`)
  if (text[from] === '$') {
    if (rest === '-1') return { value: null, end }
    const stop = end + Number(rest)
    return text.length < stop + 2 ? undefined : { value: text.slice(end, stop), end: stop + 2 }
  }
  const values: Reply[] = []
  let at = end
  for (let i = 0; i < Number(rest); i++) {
    const item = parse(text, at)
    if (!item) return undefined
    values.push(item.value)
    at = item.end
  }
  return { value: values, end: at }
}

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface NatsServer {
  url: string
  /** Ends every connection and accepts none until `restart`. */
  cut(): Promise<void>
  /** Accepts connections again on the same port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const MAX_PAYLOAD = 1024 * 1024
const NO_RESPONDERS = 'NATS/1.0 503\r\n\r\n'

interface Held {
  client: Client
  sid: string
  subject: string
  queue: string | undefined
}

/**
 * Starts a server that speaks NATS' protocol as far as clients of core NATS use it: subjects with no wildcard but a
 * last `*`, queue groups, requests without a responder, `echo: false`. No clusters, accounts, TLS or passwords.
 */
export async function startSmallNats(): Promise<NatsServer> {
  const clients = new Set<Client>()
  const server = createServer((socket) => clients.add(new Client(socket, clients)))
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const { socket } of clients) socket.destroy()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `nats://127.0.0.1:${port}`,
    cut,
    restart: () => listen(port),
    stop: async () => void (server.listening && (await cut())),
  }
}

class Client {
  readonly socket: Socket
  readonly held = new Map<string, Held>()
  readonly #others: Set<Client>
  #buffer = Buffer.alloc(0)
  #echo = true

  constructor(socket: Socket, others: Set<Client>) {
    this.socket = socket
    this.#others = others
    socket.on('error', () => {})
    socket.on('close', () => others.delete(this))
    socket.on('data', (data) => this.#read(data))
    const info = { server_id: randomUUID(), version: '2.9.0', proto: 1, headers: true, max_payload: MAX_PAYLOAD }
    socket.write(`INFO ${JSON.stringify(info)}\r\n`)
  }

  #read(data: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, data])
    for (;;) {
      const end = this.#buffer.indexOf('\r\n')
      if (end < 0) return
      const [word = '', ...args] = this.#buffer.toString('utf8', 0, end).split(' ')
      const bytes = word === 'PUB' || word === 'HPUB' ? Number(args.at(-1)) : undefined
      const start = end + 2
      if (bytes === undefined) {
        this.#buffer = this.#buffer.subarray(start)
        this.#command(word.toUpperCase(), args)
        continue
      }
      if (bytes > MAX_PAYLOAD) {
        this.socket.end("-ERR 'Maximum Payload Violation'\r\n")
        return
      }
      if (this.#buffer.length < start + bytes + 2) return
      const payload = this.#buffer.subarray(start, start + bytes)
      this.#buffer = this.#buffer.subarray(start + bytes + 2)
      const [subject = '', reply] = args.slice(0, word === 'HPUB' ? -2 : -1)
      this.#publish(subject, reply, payload)
    }
  }

  #command(word: string, args: string[]): void {
    if (word === 'PING') this.socket.write('PONG\r\n')
    if (word === 'CONNECT') this.#echo = JSON.parse(args.join(' ')).echo !== false
    if (word === 'SUB') {
      const [subject = '', ...rest] = args
      const sid = rest.at(-1) ?? ''
      this.held.set(sid, { client: this, sid, subject, queue: rest.length > 1 ? rest[0] : undefined })
    }
    if (word === 'UNSUB') this.held.delete(args[0] ?? '')
  }

  #publish(subject: string, reply: string | undefined, payload: Buffer): void {
    const matching = [...this.#others]
      .filter((client) => client !== this || this.#echo)
      .flatMap(({ held }) => [...held.values()].filter((each) => matches(each.subject, subject)))
    const groups = Map.groupBy(matching, ({ queue }) => queue)
    const chosen = [...groups].flatMap(([queue, members]) =>
      queue === undefined ? members : [members[Math.floor(Math.random() * members.length)] as Held],
    )
    for (const { client, sid } of chosen) client.#deliver(subject, sid, reply, payload)
    if (chosen.length > 0 || reply === undefined) return
    const inbox = [...this.held.values()].find((each) => matches(each.subject, reply))
    if (!inbox) return
    this.socket.write(
      `HMSG ${reply} ${inbox.sid} ${NO_RESPONDERS.length} ${NO_RESPONDERS.length}\r\n${NO_RESPONDERS}\r\n`,
    )
  }

  #deliver(subject: string, sid: string, reply: string | undefined, payload: Buffer): void {
    this.socket.write(`MSG ${subject} ${sid} ${reply === undefined ? '' : `${reply} `}${payload.length}\r\n`)
    this.socket.write(payload)
    this.socket.write('\r\n')
  }
}

const matches = (wanted: string, subject: string) =>
  wanted.endsWith('*') ? subject.startsWith(wanted.slice(0, -1)) : wanted === subject

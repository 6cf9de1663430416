import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

interface Backend {
  socket: Socket
  client: Socket | undefined
  open: number
}

/** A client's first message is the only one without a type. */
const STARTUP = ''
/** AuthenticationOk, and ReadyForQuery outside a transaction. */
const WELCOME = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1')

export interface Pooler {
  url: string
  stop(): Promise<void>
}

/**
 * A minimal transaction pooler: clients share a few connections and own one only during a transaction. Settings,
 * prepared statements and listens stay behind on the connection.
 */
export async function transactionPooler(target: string, connections = 2): Promise<Pooler> {
  const backends = await Promise.all(Array.from({ length: connections }, () => openBackend(new URL(target))))
  const sockets = new Set(backends.map(({ socket }) => socket))
  let waiting: (() => void)[] = []

  /** Picks a different connection each time where it may. */
  function backendOf(client: Socket): Backend | undefined {
    const mine = backends.find((each) => each.client === client)
    if (mine) return mine
    const free = backends.find((each) => each.client === undefined)
    if (free) backends.push(...backends.splice(backends.indexOf(free), 1))
    if (free) free.client = client
    return free
  }

  function pass(client: Socket, type: string, message: Buffer): void {
    const backend = backendOf(client)
    if (!backend) return void waiting.push(() => pass(client, type, message))
    if (type === 'Q' || type === 'S') backend.open += 1
    backend.socket.write(message)
  }

  for (const backend of backends) {
    onMessages(backend.socket, (type, message) => {
      backend.client?.write(message)
      if (type !== 'Z') return
      backend.open -= 1
      if (backend.open > 0 || message.toString('latin1', 5) !== 'I') return
      backend.client = undefined
      const next = waiting
      waiting = []
      for (const retry of next) retry()
    })
  }

  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => {})
    onMessages(
      client,
      (type, message) => {
        if (type === STARTUP) client.write(WELCOME)
        else if (type === 'X') client.end()
        else pass(client, type, message)
      },
      { beginsWithStartup: true },
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url: url.href,
    async stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

async function openBackend(target: URL): Promise<Backend> {
  const socket = connect(Number(target.port), target.hostname)
  await once(socket, 'connect')
  const fields = `\0\x03\0\0user\0${target.username}\0database\0${target.pathname.slice(1)}\0\0`
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  socket.write(Buffer.concat([length, Buffer.from(fields, 'latin1')]))
  for (let heard = ''; !heard.endsWith('Z\0\0\0\x05I'); )
    heard += ((await once(socket, 'data')) as [Buffer])[0].toString('latin1')
  return { socket, client: undefined, open: 0 }
}

/** Splits a stream into PostgreSQL messages: one byte of type, then a length. */
function onMessages(
  socket: Socket,
  hear: (type: string, message: Buffer) => void,
  { beginsWithStartup = false } = {},
): void {
  let rest = Buffer.alloc(0)
  let typeBytes = beginsWithStartup ? 0 : 1
  socket.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data])
    while (rest.length >= typeBytes + 4) {
      const end = typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < end) return
      const message = rest.subarray(0, end)
      rest = rest.subarray(end)
      const type = typeBytes === 0 ? STARTUP : message.toString('latin1', 0, 1)
      typeBytes = 1
      hear(type, message)
    }
  })
}

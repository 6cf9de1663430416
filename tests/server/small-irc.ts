import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

export interface SmallIrc {
  readonly url: string
  /** What clients sent, in order. */
  readonly sent: readonly string[]
  /** Resolves with the next connection that has asked to join, which isn't answered yet. */
  asked(): Promise<IrcGuest>
  /** Resolves with the next connection that has joined its channel. */
  joined(): Promise<IrcGuest>
  close(): Promise<void>
}

export interface IrcGuest {
  readonly socket: Socket
  readonly channel: string
  /** Answers the request to join, as Twitch does. */
  join(): void
  /** Sends lines as Twitch would; resolves when they are handed to the system. */
  send(...lines: readonly string[]): Promise<void>
  write(bytes: Buffer | string): Promise<void>
}

/** Returns a message's line. */
export const chatLine = (channel: string, login: string, text: string) =>
  `:${login}!${login}@${login}.tmi.twitch.tv PRIVMSG #${channel} :${text}`

/** Starts the part of Twitch's chat that a silent reader meets. */
export async function startSmallIrc(tls?: { cert: string; key: string }): Promise<SmallIrc> {
  const sent: string[] = []
  const sockets = new Set<Socket>()
  const guests: IrcGuest[] = []
  const waiting: ((guest: IrcGuest) => void)[] = []

  function serve(socket: Socket): void {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    let login = ''
    let rest = ''
    socket.on('data', (chunk) => {
      const lines = `${rest}${chunk}`.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        sent.push(line)
        const [name, param = ''] = line.split(' ')
        if (name === 'NICK') login = param
        if (name === 'JOIN') meet(guestOf(socket, login, param.slice(1)))
      }
    })
  }
  function meet(guest: IrcGuest): void {
    const take = waiting.shift()
    if (take) take(guest)
    else guests.push(guest)
  }

  const server = tls ? createTlsServer(tls, serve) : createServer(serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const asked = async () => guests.shift() ?? (await new Promise<IrcGuest>((resolve) => waiting.push(resolve)))
  return {
    url: `${tls ? 'ircs' : 'irc'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    asked,
    async joined() {
      const guest = await asked()
      guest.join()
      return guest
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function guestOf(socket: Socket, login: string, channel: string): IrcGuest {
  const write = (bytes: Buffer | string) =>
    new Promise<void>((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())))
  return {
    socket,
    channel,
    write,
    join() {
      const me = `${login}!${login}@${login}.tmi.twitch.tv`
      socket.write(`:tmi.twitch.tv 001 ${login} :Welcome, GLHF!\r\n:${me} JOIN #${channel}\r\n`)
    },
    send: (...lines) => write(lines.map((line) => `${line}\r\n`).join('')),
  }
}

import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

const VIEWERS = [
  ...['lena', 'marco', 'tunde', 'priya', 'jonas', 'aisha', 'kenji', 'rosa', 'milo', 'zara', 'otis', 'freya'],
  ...['hugo', 'nadia', 'theo', 'amara', 'felix', 'ines', 'kwame', 'lior', 'maren', 'noor', 'pavel', 'sana'],
].map((name) => `${name}_watches`)
const LINES = [
  ...['!left', '!left', '!right', '❤️', '💜', '<3'],
  ...['who is ahead?', 'that was clean', 'first time here, hi', 'wait for the last minute'],
]
const SHORTEST_PAUSE_MS = 3_000
const LONGEST_PAUSE_MS = 9_000
/** What a client may send before it is cut off. */
const MAX_BYTES = 1_000

const JOIN = /^JOIN #([a-z0-9_]{1,25})$/
const one = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T

export interface ChatServer {
  /** `irc://127.0.0.1:PORT` */
  url: string
  stop(): Promise<void>
}

/**
 * Stands in for Twitch's chat on this machine: every channel has viewers who write a line now and then, while somebody
 * listens. `pauseMs` returns the time until the next line.
 */
export async function startChatServer(
  pauseMs = () => SHORTEST_PAUSE_MS + Math.random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS),
): Promise<ChatServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let timer: NodeJS.Timeout | undefined
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(timer)
      sockets.delete(socket)
    })
    const say = (channel: string) => {
      timer = setTimeout(() => {
        const viewer = one(VIEWERS)
        socket.write(`:${viewer}!${viewer}@${viewer}.tmi.twitch.tv PRIVMSG #${channel} :${one(LINES)}\r\n`)
        say(channel)
      }, pauseMs())
    }
    let [text, login] = ['', '']
    socket.on('data', (chunk) => {
      text += chunk
      if (text.length > MAX_BYTES) return void socket.destroy()
      const lines = text.split('\r\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        if (line.startsWith('NICK ')) login = line.slice('NICK '.length)
        const channel = JOIN.exec(line)?.[1]
        if (!channel || timer) continue
        socket.write(`:${login}!${login}@${login}.tmi.twitch.tv JOIN #${channel}\r\n`)
        say(channel)
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  server.unref()
  return {
    url: `irc://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

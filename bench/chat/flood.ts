/** The chat of `npm run bench chat`: an IRC server that writes to whoever joins, at a rate, until they leave. */
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { chatLine } from '../../tests/server/small-irc.ts'

export interface FloodStart {
  linesPerS: number
}
export type FloodReport = { port: number } | { sent: number }

const EVERY_MS = 20
const VIEWERS = 200_000
const TEXTS = ['!left', '!right', 'so good ❤️ 🔥', 'LUL LUL LUL that was close', '!aura', 'w', '💜💜💜']
/** A second of lines that are longer than allowed, binary, or forged. */
const ODD = [
  Buffer.from([0, 255, 254, 10]),
  `${'x'.repeat(64 * 1024)}\r\n`,
  ':cy!cy@evil.example PRIVMSG #flood :!left\r\n',
]

const { linesPerS } = JSON.parse(process.argv[2] ?? '') as FloodStart
let written = 0
let sent = 0

function lines(count: number): string {
  let text = ''
  for (let i = 0; i < count; i++) {
    const viewer = (written * 7_919) % VIEWERS
    text += `${chatLine('flood', `viewer_${viewer}`, TEXTS[written % TEXTS.length] ?? '')}\r\n`
    written += 1
  }
  return text
}

function flood(socket: Socket): void {
  const beganMs = performance.now()
  let due = 0
  let ticks = 0
  const ticking = setInterval(() => {
    const total = Math.floor(((performance.now() - beganMs) / 1_000) * linesPerS)
    socket.write(lines(total - due))
    sent += total - due
    due = total
    if (ticks++ % 50 === 0) for (const odd of ODD) socket.write(odd)
  }, EVERY_MS)
  socket.on('close', () => clearInterval(ticking))
}

const server = createServer((socket) => {
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    const login = /^NICK (\w+)/.exec(String(chunk))?.[1]
    if (!login) return
    socket.write(`:${login}!${login}@${login}.tmi.twitch.tv JOIN #flood\r\n`)
    flood(socket)
  })
})
const report = (message: FloodReport) => process.send?.(message)
process.on('message', () => report({ sent }))
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => report({ port: (server.address() as AddressInfo).port }))

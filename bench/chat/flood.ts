/** The chat of `npm run bench chat`: an IRC server that writes to the first who joins, at a rate, until they leave. */
import type { Socket } from 'node:net'
import { chatLine, startSmallIrc } from '../../tests/server/small-irc.ts'
import { given, share } from '../support/child.ts'

const EVERY_MS = 20
const VIEWERS = 200_000
const TEXTS = ['!left', '!right', 'so good ❤️ 🔥', 'LUL LUL LUL that was close', '!aura', 'w', '💜💜💜']
/** A second of lines that are longer than allowed, binary, or forged. */
const ODD = [
  Buffer.from([0, 255, 254, 10]),
  `${'x'.repeat(64 * 1024)}\r\n`,
  ':cy!cy@evil.example PRIVMSG #flood :!left\r\n',
]

const { linesPerS } = given<{ linesPerS: number }>()
let sent = 0

function lines(count: number): string {
  let text = ''
  for (const last = sent + count; sent < last; sent++) {
    const viewer = (sent * 7_919) % VIEWERS
    text += `${chatLine('flood', `viewer_${viewer}`, TEXTS[sent % TEXTS.length] ?? '')}\r\n`
  }
  return text
}

function flood(socket: Socket): void {
  const beganMs = performance.now()
  let [due, ticks] = [0, 0]
  const ticking = setInterval(() => {
    const total = Math.floor(((performance.now() - beganMs) / 1_000) * linesPerS)
    socket.write(lines(total - due))
    due = total
    if (ticks++ % 50 === 0) for (const odd of ODD) socket.write(odd)
  }, EVERY_MS)
  socket.on('close', () => clearInterval(ticking))
}

const irc = await startSmallIrc()
void irc.joined().then(({ socket }) => flood(socket))
const shared = { url: irc.url, sent: () => sent }
export type Flood = typeof shared
share(shared)

import { randomInt } from 'node:crypto'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type ChatMessage, chatMessageOf, ircCommandOf, LOGIN } from './irc-message.ts'
import { LineSplitter } from './line-splitter.ts'

export interface ChatLimits {
  /** Bytes of a line; longer ones are skipped. Twitch's have 512, and 8,191 more with tags. */
  lineBytes: number
  /** Lines read in a second. Those beyond are dropped unread. */
  linesPerS: number
  /** Bytes taken in a second. Beyond, the socket waits. */
  bytesPerS: number
  /** Milliseconds until the channel is joined, and of silence, after which a connection counts as lost. */
  joinMs: number
  silentMs: number
  backOff: { firstMs: number; maxMs: number }
}

/** Reasons for which lines aren't read as messages. */
export type Dropped = 'malformed' | 'too_long' | 'over_rate'

interface TwitchChatOptions {
  /** `ircs://host:port`; `irc://` without TLS. */
  url: string
  channel: string
  limits: ChatLimits
  elapsedMs: () => number
  onMessage: (message: ChatMessage) => void
  onDropped: (reason: Dropped) => void
  /** Called when a connection is lost or can't be made, before the next try. */
  onLost: (reason: string) => void
}

/** Rates are kept in windows of a tenth of a second, so that a flood never keeps the server busy for longer. */
const WINDOW_MS = 100
const WINDOWS_PER_S = 10
/** Commands that every channel of Twitch sends, besides messages. */
const USUAL = new Set(['JOIN', 'PART', 'NOTICE', 'CAP', 'PING', 'PONG', 'RECONNECT', 'PRIVMSG'])
const PONG_BYTES = 256
const FIRST_OF_PING = 0x50

/**
 * Reads a channel's chat on Twitch without an account, and never writes to it. Connects at once, and again with growing
 * pauses after each loss, until closed. Throws RangeError if the channel's name isn't one.
 */
export class TwitchChat {
  readonly #options: TwitchChatOptions
  readonly #login = `justinfan${randomInt(10_000, 100_000_000)}`
  #socket: Socket | undefined
  #timer: NodeJS.Timeout | undefined
  #resume: NodeJS.Timeout | undefined
  #failures = 0
  #joinedAtMs: number | null = null
  #isClosed = false
  /** Of the current window. */
  #window = { startMs: 0, lines: 0, bytes: 0, pongs: 0 }

  constructor(options: TwitchChatOptions) {
    if (!LOGIN.test(options.channel)) throw new RangeError('not a channel of Twitch')
    this.#options = options
    this.#connect()
  }

  get isConnected(): boolean {
    return this.#joinedAtMs !== null
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#resume)
    this.#joinedAtMs = null
    this.#socket?.destroy()
  }

  #connect(): void {
    const { url, limits, onDropped } = this.#options
    const { protocol, hostname, port } = new URL(url)
    const host = hostname.replace(/^\[|\]$/g, '')
    const at = { host, port: Number(port) }
    const socket = protocol === 'irc:' ? connectTcp(at) : connectTls(isIP(host) ? at : { ...at, servername: host })
    this.#socket = socket
    let reason = 'the server closed the connection'
    const lines = new LineSplitter(limits.lineBytes, {
      onLine: (line) => this.#read(line),
      onTooLong: () => onDropped('too_long'),
    })
    const giveUp = (why: string) => {
      reason = why
      socket.destroy()
    }
    this.#timer = setTimeout(() => giveUp('the channel was not joined in time'), limits.joinMs)
    socket.setTimeout(limits.silentMs, () => giveUp('the server went silent'))
    socket.once(protocol === 'irc:' ? 'connect' : 'secureConnect', () =>
      socket.write(`NICK ${this.#login}\r\nJOIN #${this.#options.channel}\r\n`),
    )
    socket.on('data', (chunk) => {
      this.#admit(socket, chunk.length)
      lines.push(chunk)
    })
    socket.on('error', (error) => {
      reason = error.message
    })
    socket.once('close', () => this.#lost(reason))
  }

  #lost(reason: string): void {
    const { limits, elapsedMs, onLost } = this.#options
    clearTimeout(this.#timer)
    clearTimeout(this.#resume)
    if (this.#isClosed) return
    const { firstMs, maxMs } = limits.backOff
    const wasSteady = this.#joinedAtMs !== null && elapsedMs() - this.#joinedAtMs >= maxMs
    this.#failures = wasSteady ? 1 : this.#failures + 1
    this.#joinedAtMs = null
    onLost(reason)
    const pauseMs = Math.min(maxMs, firstMs * 2 ** Math.min(this.#failures - 1, 20))
    // Spread, so that servers and channels don't all return at once.
    this.#timer = setTimeout(() => this.#connect(), pauseMs * (0.5 + Math.random() / 2))
  }

  /** Counts a chunk and lets the rest of the server have its turn before the next one, which libuv would read at once. */
  #admit(socket: Socket, bytes: number): void {
    const nowMs = this.#options.elapsedMs()
    if (nowMs - this.#window.startMs >= WINDOW_MS) this.#window = { startMs: nowMs, lines: 0, bytes: 0, pongs: 0 }
    this.#window.bytes += bytes
    const isOver = this.#window.bytes >= this.#options.limits.bytesPerS / WINDOWS_PER_S
    socket.pause()
    this.#resume = setTimeout(() => socket.resume(), isOver ? WINDOW_MS - (nowMs - this.#window.startMs) : 0)
  }

  #read(bytes: Buffer): void {
    const isPing =
      bytes[0] === FIRST_OF_PING && bytes.length <= PONG_BYTES && bytes.toString('latin1', 0, 5) === 'PING '
    if (isPing) this.#pong(bytes)
    else if (this.#window.lines++ < this.#options.limits.linesPerS / WINDOWS_PER_S) this.#readLine(bytes.toString())
    else this.#options.onDropped('over_rate')
  }

  #pong(bytes: Buffer): void {
    if (this.#window.pongs++ === 0) this.#socket?.write(`PONG ${bytes.toString('latin1', 5)}\r\n`, 'latin1')
  }

  #readLine(line: string): void {
    const { channel, onMessage, onDropped } = this.#options
    const message = chatMessageOf(line)
    if (message) {
      if (message.channel === channel && this.isConnected) onMessage(message)
      else onDropped('malformed')
      return
    }
    const command = ircCommandOf(line)
    if (!command || command.name === 'PRIVMSG' || !(USUAL.has(command.name) || /^\d/.test(command.name))) {
      onDropped('malformed')
    } else if (command.name === 'RECONNECT') this.#socket?.destroy()
    else if (command.name === 'JOIN' && this.#isOwn(command)) this.#joined()
  }

  #isOwn({ sender, params }: { sender: string; params: string }): boolean {
    return sender.startsWith(`${this.#login}!`) && params.replace(/^:/, '') === `#${this.#options.channel}`
  }

  #joined(): void {
    clearTimeout(this.#timer)
    this.#joinedAtMs ??= this.#options.elapsedMs()
  }
}

import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'

/** Many times the size of a live state, and below NATS's `max_payload` (1 MB by default), also as JSON. */
const MAX_BYTES = 256 * 1024
const RECONNECT_MS = 500
/** A connection that is silent for three intervals is given up. */
const PING_MS = 3_000
const MAX_PINGS_OUT = 2

/** Returns the response to the asker. */
export type Responder = (text: string) => Promise<string>

export interface NatsLink {
  readonly isConnected: boolean
  /** Publishes a text. Returns false, and sends nothing, without a connection. Throws MessageTooLarge. Never waits. */
  publish(subject: string, text: string): boolean
  /** `listener` isn't called for this link's own texts. Returns a function that unsubscribes. */
  subscribe(subject: string, listener: (text: string) => void): () => void
  /** Each request goes to one of the links with the same `group`. Returns a function that unsubscribes. */
  respond(subject: string, group: string, responder: Responder): () => void
  /** Returns the response. Throws NobodyResponds at once without a responder, and after `timeoutMs`. */
  request(subject: string, text: string, timeoutMs: number): Promise<string>
  /** `listener` is called after every connect, since messages were missed. Returns a function that unsubscribes. */
  onConnect(listener: () => void): () => void
  /** `listener` is called once for each outage, including the current one, and for refused subjects. */
  reportTo(listener: (error: unknown) => void): void
  close(): Promise<void>
}

export class NobodyResponds extends Error {
  override name = 'NobodyResponds'
}
export class MessageTooLarge extends Error {
  override name = 'MessageTooLarge'
}

interface Wanted {
  subject: string
  group: string | undefined
  hear: (text: string, answer: (text: string) => void) => void
  current: Subscription | undefined
}

/**
 * Connects in the background and reconnects for ever, to any of `urls` that responds. A URL is `nats://` or `tls://`,
 * which is encrypted and verified, and may contain a user and password, or a token in place of the user.
 */
export function openNats(urls: readonly string[], name: string): NatsLink {
  const wanted = new Set<Wanted>()
  const connectListeners = new Set<() => void>()
  let connection: NatsConnection | undefined
  let isConnected = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let onError: (error: unknown) => void = () => {}
  let failure: unknown

  function isNow(connected: boolean): void {
    isConnected = connected
    if (connected) failure = undefined
    if (connected) for (const listener of connectListeners) listener()
  }

  function hold(each: Wanted): void {
    if (!connection || connection.isClosed()) return
    each.current = connection.subscribe(each.subject, {
      ...(each.group === undefined ? {} : { queue: each.group }),
      callback(error, message) {
        try {
          if (error) throw error
          each.hear(message.string(), (text) => void (isConnected && message.respond(text)))
        } catch (fault) {
          onError(fault)
        }
      },
    })
  }

  function want(subject: string, group: string | undefined, hear: Wanted['hear']): () => void {
    const each: Wanted = { subject, group, hear, current: undefined }
    wanted.add(each)
    hold(each)
    return () => {
      wanted.delete(each)
      if (connection && !connection.isClosed()) each.current?.unsubscribe()
    }
  }

  async function follow(mine: NatsConnection): Promise<void> {
    for await (const { type, ...status } of mine.status()) {
      if (type === 'disconnect') {
        isNow(false)
        failure = new Error('the connection to NATS was lost')
        if (!isClosed) onError(failure)
      }
      if (type === 'reconnect') isNow(true)
      if (type === 'error' && 'error' in status) onError(status.error)
    }
  }

  async function open(): Promise<void> {
    try {
      const mine = await connect(optionsOf(urls, name))
      if (isClosed) return await mine.close()
      connection = mine
      for (const each of wanted) hold(each)
      void follow(mine)
      isNow(true)
      // Only wrong credentials end it for good, and they may be corrected.
      const error = await mine.closed()
      isNow(false)
      if (error) throw error
    } catch (error) {
      if (failure === undefined) onError(error)
      failure = error
    }
    if (!isClosed) timer = setTimeout(() => void open(), RECONNECT_MS)
  }
  void open()

  return {
    get isConnected() {
      return isConnected
    },
    publish(subject, text) {
      assertSendable(text)
      if (!isConnected || !connection) return false
      connection.publish(subject, text)
      return true
    },
    subscribe: (subject, listener) => want(subject, undefined, (text) => listener(text)),
    respond: (subject, group, responder) =>
      want(
        subject,
        group,
        (text, answer) =>
          void responder(text)
            .then(answer)
            .catch((error: unknown) => onError(error)),
      ),
    async request(subject, text, timeoutMs) {
      assertSendable(text)
      if (!isConnected || !connection) throw new NobodyResponds('NATS is away')
      try {
        return (await connection.request(subject, text, { timeout: timeoutMs })).string()
      } catch (error) {
        if (isNobody(error)) throw new NobodyResponds(`nobody responds to ${subject}`, { cause: error })
        throw error
      }
    },
    onConnect(listener) {
      connectListeners.add(listener)
      return () => connectListeners.delete(listener)
    },
    reportTo(listener) {
      onError = listener
      if (failure !== undefined) onError(failure)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      if (connection && isConnected) await connection.flush().catch(() => {})
      isConnected = false
      await connection?.close()
    },
  }
}

function assertSendable(text: string): void {
  const bytes = Buffer.byteLength(text)
  if (bytes > MAX_BYTES) throw new MessageTooLarge(`a message of ${bytes} bytes is not sent`)
}

const isNobody = (error: unknown) =>
  (error as { isNoResponders?: () => boolean }).isNoResponders?.() ?? (error as Error).name === 'NoRespondersError'

function optionsOf(urls: readonly string[], name: string) {
  const parsed = urls.map((url) => new URL(url))
  const { username = '', password = '' } = parsed.find((url) => url.username !== '') ?? {}
  const user = decodeURIComponent(username)
  const login = password === '' ? { token: user } : { user, pass: decodeURIComponent(password) }
  return {
    name,
    servers: parsed.map(({ host }) => host),
    ...(user === '' ? {} : login),
    ...(parsed.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: MAX_PINGS_OUT,
    timeout: 5_000,
  }
}

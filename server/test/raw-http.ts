import { connect } from 'node:net'

/** What came back on a raw connection: the status of the first response, if there was one, and the text so far. */
export interface RawReply {
  status: number | null
  text: string
  /** Whether the server neither responded nor hung up in time. */
  isSilent: boolean
}

export interface RawOptions {
  limitMs?: number
  /** Hang up once the headers are there; their response may have no end. */
  headersOnly?: boolean
  /** What to do once everything is sent: end the sending side, or break the connection. */
  leaves?: 'ends' | 'breaks' | undefined
  /** An address of this machine to come from. */
  from?: string
}

/**
 * Writes bytes to a server on this machine as they are, part by part, and returns what it says until one of them hangs
 * up. A connection that breaks counts as hung up.
 */
export function rawRequest(
  port: number,
  parts: readonly string[],
  { limitMs = 30_000, headersOnly = false, leaves, from }: RawOptions = {},
): Promise<RawReply> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      ...(from !== undefined && { localAddress: from }),
    })
    const finish = (isSilent = false) => {
      clearTimeout(limit)
      socket.destroy()
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? []
      resolve({ status: status === undefined ? null : Number(status), text, isSilent })
    }
    const limit = setTimeout(() => finish(true), limitMs)
    socket.setEncoding('latin1')
    socket.on('data', (part) => {
      text += part
      if (headersOnly && text.includes('\r\n\r\n')) finish()
    })
    for (const event of ['end', 'error', 'close'] as const) socket.on(event, () => finish())
    socket.on('connect', async () => {
      for (const part of parts) {
        if (socket.destroyed) return
        await new Promise<void>((written) => socket.write(part, 'latin1', () => written()))
        // The next part is a packet of its own.
        await new Promise((soon) => setImmediate(soon))
      }
      if (leaves === 'ends') socket.end()
      if (leaves === 'breaks') finish()
    })
  })
}

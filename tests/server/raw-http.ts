import { connect } from 'node:net'

/** Status of the first response, if any, and the text so far. */
export interface RawReply {
  status: number | null
  text: string
  isSilent: boolean
}

export interface RawOptions {
  limitMs?: number
  /** Whether to hang up after the headers, since the body may be endless. */
  headersOnly?: boolean
  /** After sending, the sending side ends or the connection is reset. */
  leaves?: 'ends' | 'breaks' | undefined
  from?: string
}

/** Sends bytes unmodified, part by part. Returns the response once either side hangs up. */
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
        // The pause sends the next part in its own packet.
        await new Promise((soon) => setImmediate(soon))
      }
      if (leaves === 'ends') socket.end()
      if (leaves === 'breaks') finish()
    })
  })
}

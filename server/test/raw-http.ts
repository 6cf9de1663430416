import { connect } from 'node:net'

/** What came back on a raw connection: the status of the first response, if there was one, and all of the text. */
export interface RawReply {
  status: number | null
  text: string
}

/**
 * Writes bytes to a server on this machine as they are, part by part, and returns what it says until it hangs up, or
 * `limitMs` have passed. A connection that breaks counts as hung up.
 */
export function rawRequest(port: number, parts: readonly (string | Uint8Array)[], limitMs = 30_000): Promise<RawReply> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    const finish = () => {
      clearTimeout(limit)
      socket.destroy()
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? []
      resolve({ status: status === undefined ? null : Number(status), text })
    }
    const limit = setTimeout(finish, limitMs)
    socket.setEncoding('latin1')
    socket.on('data', (part) => {
      text += part
    })
    socket.on('end', finish).on('error', finish).on('close', finish)
    socket.on('connect', async () => {
      for (const part of parts) {
        if (socket.destroyed) return
        await new Promise<void>((written) => socket.write(part as string, 'latin1' as never, () => written()))
      }
    })
  })
}

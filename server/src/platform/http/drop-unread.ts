import type { Server } from 'node:http'

/**
 * Closes the connection of a client that has read nothing of its response for `ms`: until then its bytes stay in memory.
 * A handler that works for longer is left alone, as nothing waits to be read. A live stream takes its socket over and has
 * a bound of its own.
 */
export function dropUnread(server: Server, ms: number): void {
  server.on('request', (_request, response) => {
    response.setTimeout(ms, () => {
      const { socket } = response
      if (socket && socket.writableLength > 0) socket.destroy()
    })
  })
}

import type { Server } from 'node:http'

/**
 * Closes the connection of a client that has read nothing of its response for `ms`, since its bytes stay in memory
 * until then. A handler that works for longer is left alone, as no bytes wait to be read. A live stream takes over its
 * socket and has its own limit.
 */
export function dropUnread(server: Server, ms: number): void {
  server.on('request', (_request, response) => {
    response.setTimeout(ms, () => {
      const { socket } = response
      if (socket && socket.writableLength > 0) socket.destroy()
    })
  })
}

import type { FastifyRequest } from 'fastify'

/**
 * Says who asked for what, and nothing else of a request: no header, and no query, which may hold what only the person
 * and the server should know.
 */
const loggedRequest = ({ method, url, host, ip, socket }: Partial<FastifyRequest>) => ({
  ...(method !== undefined && { method }),
  ...(url !== undefined && { url: url.replace(/\?.*$/s, '') }),
  ...(host !== undefined && { host }),
  ...(ip !== undefined && { remoteAddress: ip }),
  ...(socket?.remotePort !== undefined && { remotePort: socket.remotePort }),
})

/** How the server logs its requests: JSON lines to `stream`, without queries, cookies and tokens. */
export const requestLog = (level: string, stream: { write(line: string): void }) => ({
  level,
  stream,
  serializers: { req: loggedRequest },
})

import type { FastifyRequest } from 'fastify'

/** Logs method, address and client of a request only: headers and query strings may hold secrets. */
const loggedRequest = ({ method, url, host, ip, socket }: Partial<FastifyRequest>) => ({
  ...(method !== undefined && { method }),
  ...(url !== undefined && { url: url.replace(/\?.*$/s, '') }),
  ...(host !== undefined && { host }),
  ...(ip !== undefined && { remoteAddress: ip }),
  ...(socket?.remotePort !== undefined && { remotePort: socket.remotePort }),
})

/** Returns the server's log options: JSON lines to `stream`, without queries, cookies and tokens. */
export const requestLog = (level: string, stream: { write(line: string): void }) => ({
  level,
  stream,
  serializers: { req: loggedRequest },
})

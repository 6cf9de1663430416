import type { FastifyRequest } from 'fastify'

/** Headers and query strings may hold secrets. */
const loggedRequest = ({ method, url, host, ip, socket }: Partial<FastifyRequest>) => ({
  ...(method !== undefined && { method }),
  ...(url !== undefined && { url: url.replace(/\?.*$/s, '') }),
  ...(host !== undefined && { host }),
  ...(ip !== undefined && { remoteAddress: ip }),
  ...(socket?.remotePort !== undefined && { remotePort: socket.remotePort }),
})

export const requestLog = (level: string, stream: { write(line: string): void }) => ({
  level,
  stream,
  serializers: { req: loggedRequest },
})

import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { LIVE_STREAM, LiveQuery } from '@aura/api/contract/live'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { cookieName, cookieOptions } from '../http/security/cookies.ts'
import type { Limits } from '../limits.ts'
import { sessionHash } from '../session/session.ts'
import type { Settings } from '../settings.ts'
import { Connection } from './connection.ts'
import { retryFrame, seenVersions } from './frames.ts'
import type { Streams } from './streams.ts'
import { personViewing, type Viewer, visitorViewing } from './viewers.ts'

const VISITOR_COOKIE = 'aura_visitor'
const VISITOR_PATTERN = /^[A-Za-z0-9_-]{22}$/

export interface StreamSite {
  settings: Pick<Settings, 'origin'>
  limits: Pick<Limits, 'live' | 'sessionMs'>
}

interface StreamOptions {
  streams: Streams
  /** Returns the user of a session, or undefined for an ended one. */
  findUser: (tokenHash: Uint8Array) => Promise<string | undefined>
  viewingKey: () => string
}

/** Registers the stream, one per browser, written to the socket past Fastify and, after the head, Node's HTTP. */
export function registerLiveStream(
  app: FastifyInstance,
  ctx: StreamSite,
  { streams, findUser, viewingKey }: StreamOptions,
): void {
  app.get(LIVE_STREAM.path, {
    exposeHeadRoute: false,
    onRequest: app.countRequest.read,
    handler: async (request, reply) => {
      refuseOtherOrigins(request, ctx.settings.origin)
      const query = LiveQuery.safeParse(request.query)
      if (!query.success) throw new AppError('INVALID_REQUEST', { message: 'Name the topics to follow' })
      const tokenHash = sessionHash(ctx, request)
      const userId = tokenHash && (await findUser(tokenHash))
      const topics = query.data.topics.map((topic) => streams.topicFor(topic, userId))
      const { ip } = request
      streams.refuseTooMany(ip, userId)

      const visitor = userId === undefined ? visitorOf(ctx, request) : undefined
      const { socket } = request.raw
      // The browser has left already, which is not an error.
      if (socket.destroyed) return void reply.hijack()
      const connection = new Connection(socket, { hub: streams.hub, maxQueuedBytes: ctx.limits.live.queuedBytes })
      const isNewVisitor = visitor !== undefined && request.cookies[cookieName(ctx, VISITOR_COOKIE)] !== visitor
      const cookie = isNewVisitor ? visitorCookie(app, ctx, visitor) : undefined
      writeHead(request, reply, ctx, cookie)
      const viewer: Viewer =
        userId === undefined ? visitorViewing(viewingKey(), visitor ?? '', ip) : personViewing(viewingKey(), userId)
      const close = streams.open(connection, {
        ip,
        userId,
        tokenHash: userId === undefined ? undefined : tokenHash,
        topics,
        viewer,
        seen: seenVersions(request.headers['last-event-id']?.toString()),
      })
      socket.once('close', close)
    },
  })
}

/**
 * Refuses other sites, whose pages could hold streams open in our visitors' names, although they could not read them.
 */
function refuseOtherOrigins(request: FastifyRequest, ours: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && origin !== ours) throw new AppError('ORIGIN_REFUSED')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('ORIGIN_REFUSED')
}

function visitorOf(ctx: StreamSite, request: FastifyRequest): string {
  const known = request.cookies[cookieName(ctx, VISITOR_COOKIE)]
  return known !== undefined && VISITOR_PATTERN.test(known) ? known : randomBytes(16).toString('base64url')
}

const visitorCookie = (app: FastifyInstance, ctx: StreamSite, visitor: string) =>
  app.serializeCookie(cookieName(ctx, VISITOR_COOKIE), visitor, {
    ...cookieOptions(ctx),
    maxAge: Math.floor(ctx.limits.sessionMs / 1_000),
  })

function writeHead(request: FastifyRequest, reply: FastifyReply, ctx: StreamSite, cookie: string | undefined): void {
  reply.hijack()
  const { raw } = reply
  // Without chunked encoding the response ends with the connection.
  raw.useChunkedEncodingByDefault = false
  raw.shouldKeepAlive = false
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
    'x-request-id': request.id,
    ...(cookie === undefined ? {} : { 'set-cookie': cookie }),
  })
  raw.flushHeaders()
  const socket = raw.socket as Socket
  socket.setNoDelay(true)
  socket.setTimeout(0)
  // The request and response can now be garbage-collected while the socket lives.
  raw.detachSocket(socket)
  socket.write(retryFrame(ctx.limits.live.retryMs))
}

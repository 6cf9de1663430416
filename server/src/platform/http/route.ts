import { type Answer, type CallKey, type Calls, calls } from '@aura/api/calls'
import type { Call, ParsedBody, ParsedParams, ParsedQuery } from '@aura/api/contract/call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import type { Context } from '../context.ts'
import { inCall } from '../db/per-call-db.ts'
import { answerOnce, countKeyedRequest, idempotencyKey, type Outside, unnoted } from '../idempotency/idempotency.ts'
import type { AccessRules } from '../session/access-rules.ts'
import type { Session, SessionResolver } from '../session/session.ts'
import { asAppError, errorBody } from './answer-error.ts'
import type { FairGate } from './fair-gate.ts'
import { PreparedAnswer } from './prepared-answer.ts'
import { faultSentences, requestFaults } from './request-faults.ts'
import { securityLogOf } from './security/security-log.ts'
import { SpooledAnswer } from './spooled-answer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    resolveSession: SessionResolver
    accessRules: AccessRules
    gates: Record<'heavy' | 'light', FairGate>
  }
}

type Asking = { public: undefined; viewer: string | undefined; user: string; admin: string }
type UserOf<K extends CallKey> = Asking[Calls[K]['access']]
type AskingIn = { public: undefined; viewer: Session | undefined; user: Session; admin: Session }
type SessionOf<K extends CallKey> = AskingIn[Calls[K]['access']]

export interface Input<K extends CallKey> {
  params: ParsedParams<Calls[K]>
  query: ParsedQuery<Calls[K]>
  body: ParsedBody<Calls[K]>
  /** Absent on public calls, which look up no session; optional on viewer calls. */
  userId: UserOf<K>
  session: SessionOf<K>
  /** Present on calls that move value, if the client sent one. */
  requestKey: string | undefined
  /** Present on calls with `idempotent: 'outside'`. */
  outside: Outside
  request: FastifyRequest
  reply: FastifyReply
}

/** A response sent as 202. */
export class Pending<T> {
  readonly answer: T
  constructor(answer: T) {
    this.answer = answer
  }
}

export type Handler<K extends CallKey> = (
  input: Input<K>,
) => Promise<Answer<K> | Pending<Answer<K>> | PreparedAnswer | SpooledAnswer>

/** Registers a call from its entry in `api/`. A field the response schema doesn't name never leaves the server. */
export function route<K extends CallKey>(app: FastifyInstance, ctx: Context, key: K, handler: Handler<K>): void {
  const contract: Call = calls[key]
  const [method = '', url = ''] = key.split(' ')
  const gate = app.gates[contract.heavy ? 'heavy' : 'light']
  const handle: Handler<K> = (input) => inCall(key, () => handler(input))
  app.route({
    method,
    url,
    onRequest: app.countRequest[contract.rate],
    compress: {},
    handler: (request, reply) => gate.pass(request.ip, () => serve(request, reply)),
  })

  async function serve(request: FastifyRequest, reply: FastifyReply) {
    const session = contract.access === 'public' ? undefined : await admit(app, ctx, contract, request, reply)
    const userId = session?.userId
    const requestKey = contract.idempotent ? idempotencyKey(request.headers['idempotency-key']) : undefined
    const input = {
      ...parse(contract, request),
      userId,
      session,
      requestKey,
      outside: unnoted,
      request,
      reply,
    } as unknown as Input<K>
    if (contract.access === 'admin' && method === 'GET')
      securityLogOf(ctx, request)('admin-read', { userId, call: key, asked: input.query })
    if (requestKey !== undefined && userId !== undefined) await countKeyedRequest(ctx, userId)
    if (!contract.idempotent || contract.idempotent === 'own' || userId === undefined)
      return send(reply, contract.answer, contract.status, await handle(input))
    const outcome = await once(ctx, { key, userId, request, input }, (outside) => handle({ ...input, outside }))
    if (outcome.status < 400) return send(reply, contract.answer, outcome.status, outcome.body)
    return reply.status(outcome.status).header('cache-control', 'no-store').send(outcome.body)
  }
}

/** Returns the caller. Throws if they may not make the call. Restricted users see the site as visitors do. */
async function admit(
  app: FastifyInstance,
  ctx: Context,
  { access, whileRestricted }: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session | undefined> {
  const session = await app.resolveSession(request, reply)
  if (!session) {
    if (access === 'viewer') return undefined
    throw new AppError('UNAUTHORIZED')
  }
  const { userId, restriction } = session
  if (restriction !== null && !whileRestricted) {
    if (access === 'viewer') return undefined
    throw await app.accessRules.refusal(userId, restriction)
  }
  if (access === 'admin') {
    if (!(await app.accessRules.isAdmin(userId))) throw new AppError('FORBIDDEN')
    refuseStale(ctx, session, request.method)
  }
  return session
}

/** Throws unless an admin's sign-in is recent enough: writes need a fresh one, reads an admin session. */
export function refuseStale({ clock, limits }: Context, { signedInAt }: Session, method: string): void {
  const maxMs = method === 'GET' ? limits.adminSessionMs : limits.freshSignInMs
  if (clock.now().getTime() - signedInAt.getTime() > maxMs) throw new AppError('FRESH_SIGN_IN_REQUIRED')
}

type Serializer = ReturnType<FastifyReply['compileSerializationSchema']>

/** Serializers by schema. Compiling is slow, so it happens on first use, and all servers of a process share them. */
const serializers = new Map<z.ZodType, Serializer>()

function serializerOf(reply: FastifyReply, type: z.ZodType): Serializer {
  const known = serializers.get(type)
  if (known) return known
  const compiled = reply.compileSerializationSchema(z.toJSONSchema(type, { target: 'draft-7', io: 'input' }))
  serializers.set(type, compiled)
  return compiled
}

function send(
  reply: FastifyReply,
  type: z.ZodType,
  status: number | undefined,
  answer: unknown,
): FastifyReply | Promise<FastifyReply> {
  if (answer instanceof PreparedAnswer || answer instanceof SpooledAnswer) return answer.send(reply)
  if (answer instanceof Pending) return send(reply, type, 202, answer.answer)
  const text = serializerOf(reply, type)(answer as Record<string, unknown>)
  return reply
    .status(status ?? 200)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(text)
}

function parse(contract: Call, request: FastifyRequest) {
  return {
    params: check(contract.params, request.params),
    query: check(contract.query, request.query),
    body: check(contract.body, request.body ?? {}),
  }
}

function check(type: z.ZodType | undefined, value: unknown): unknown {
  if (!type) return undefined
  const result = type.safeParse(value, faultSentences)
  if (result.success) return result.data
  const issues = requestFaults(result.error)
  throw new AppError('INVALID_REQUEST', { ...(issues[0] ? { message: issues[0].message } : {}), data: { issues } })
}

async function once<K extends CallKey>(
  ctx: Context,
  { key, userId, request, input }: { key: K; userId: string; request: FastifyRequest; input: Input<K> },
  run: (outside: Outside) => Promise<unknown>,
) {
  const { status = 200 }: Call = calls[key]
  const told = async (outside: Outside) => {
    try {
      const body = await run(outside)
      return body instanceof Pending ? { status: 202, body: body.answer } : { status, body }
    } catch (error) {
      const expected = asAppError(error)
      // Refusals are stored so that a retry gets the same response; outages and bugs are not.
      if (!expected || expected.status >= 500 || expected.status === 429) throw error
      return { status: expected.status, body: errorBody(expected, request.id) }
    }
  }
  if (input.requestKey === undefined) return told(unnoted)
  return answerOnce(ctx, { userId, call: key, key: input.requestKey }, { params: input.params, body: input.body }, told)
}

import { z } from 'zod'
import { calls } from '../calls.ts'
import { API_ERRORS, type ErrorCode } from '../errors.ts'
import type { Call } from './call.ts'
import { LIVE_STREAM, LiveEvent, LiveQuery, LiveSignal, MAX_LAST_EVENT_ID_LENGTH } from './live.ts'

const COMMON: readonly ErrorCode[] = ['INVALID_REQUEST', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE']

/** Errors of writing calls, which check the origin and parse a body. */
const UNSAFE: readonly ErrorCode[] = ['ORIGIN_REFUSED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']

const schemaOf = (type: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return schema
}

const parameters = (type: z.ZodObject | undefined, place: 'path' | 'query') =>
  Object.entries(type?.shape ?? {}).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || !(shape as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(shape as z.ZodType, 'input'),
  }))

function failures(method: string, c: Pick<Call, 'access' | 'errors' | 'idempotent' | 'whileRestricted'>) {
  const codes = new Set<ErrorCode>([
    ...COMMON,
    ...(method === 'GET' ? [] : UNSAFE),
    ...(c.access === 'user' || c.access === 'admin' ? (['UNAUTHORIZED'] as const) : []),
    ...(c.access === 'admin' ? (['FORBIDDEN'] as const) : []),
    ...(c.access !== 'public' && c.access !== 'viewer' && !c.whileRestricted
      ? (['ACCOUNT_SUSPENDED', 'BETA_ACCESS_REQUIRED'] as const)
      : []),
    ...(c.idempotent ? (['IDEMPOTENCY_KEY_REUSED'] as const) : []),
    ...(c.idempotent && c.idempotent !== 'own' ? (['REQUEST_RUNNING'] as const) : []),
    ...(c.errors ?? []),
  ])
  const byStatus = Object.groupBy(codes, (code) => String(API_ERRORS[code].status))
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, list = []]) => [
      status,
      {
        description: list.map((code) => `${code}: ${API_ERRORS[code].message}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeating a request with the same key and body returns the same response',
  schema: { type: 'string', minLength: 8, maxLength: 100 },
}

/** An empty requirement beside the session's makes the session optional. */
const SECURITY = { public: [], viewer: [{}, { session: [] }], user: [{ session: [] }], admin: [{ session: [] }] }

const formWith = (field: string) => ({
  'multipart/form-data': {
    schema: { type: 'object', required: [field], properties: { [field]: { type: 'string', format: 'binary' } } },
  },
})

function operation(key: string, c: Call) {
  const [method = '', path = ''] = key.split(' ')
  return {
    summary: c.summary,
    operationId: key.replace(/[^A-Za-z0-9]+/g, '_'),
    tags: [path.split('/')[2] ?? 'api'],
    security: SECURITY[c.access],
    parameters: [
      ...parameters(c.params, 'path'),
      ...parameters(c.query, 'query'),
      ...(c.idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(c.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(c.body, 'input') } } } }
      : {}),
    ...(c.file === undefined ? {} : { requestBody: { required: true, content: formWith(c.file) } }),
    responses: {
      [c.status ?? 200]: {
        description: 'Success',
        content: { 'application/json': { schema: schemaOf(c.answer, 'input') } },
      },
      ...(c.mayBePending
        ? {
            202: {
              description: 'Not decided yet',
              content: { 'application/json': { schema: schemaOf(c.answer, 'input') } },
            },
          }
        : {}),
      ...failures(method, c),
    },
  }
}

const liveOperation = {
  summary: LIVE_STREAM.summary,
  description: LIVE_STREAM.description,
  operationId: 'GET_api_live',
  tags: ['live'],
  security: [{}, { session: [] }],
  parameters: [
    ...parameters(LiveQuery, 'query'),
    {
      name: 'Last-Event-ID',
      in: 'header',
      required: false,
      schema: { type: 'string', maxLength: MAX_LAST_EVENT_ID_LENGTH },
    },
  ],
  responses: {
    200: {
      description: 'Server-sent events until the connection closes',
      content: {
        'text/event-stream': { schema: { anyOf: [schemaOf(LiveEvent, 'output'), schemaOf(LiveSignal, 'output')] } },
      },
    },
    ...failures('GET', { errors: ['UNAUTHORIZED', 'FORBIDDEN', 'ORIGIN_REFUSED'], access: 'public' }),
  },
}

type Paths = Record<string, Record<string, unknown>>

let paths: Paths | undefined

function describePaths(): Paths {
  const paths: Paths = {}
  for (const [key, c] of Object.entries(calls) as [string, Call][]) {
    const [method = '', path = ''] = key.split(' ')
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(key, c) }
  }
  paths[LIVE_STREAM.path] = { get: liveOperation }
  return paths
}

/** Returns the API as an OpenAPI 3.1 document, generated from the schemas both sides are checked against. */
export function openApiDocument(serverUrl: string) {
  paths ??= describePaths()
  return {
    openapi: '3.1.0',
    info: { title: 'Aura', version: '0.1.0', description: 'The calls the Aura web app makes.' },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'aura_session' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['code', 'message', 'requestId'],
          properties: {
            code: { type: 'string', enum: Object.keys(API_ERRORS) },
            message: { type: 'string' },
            requestId: { type: 'string' },
            data: { type: 'object' },
          },
        },
      },
    },
  }
}

import { describe, expect, it } from 'vitest'
import { calls } from '../calls.ts'
import { API_ERRORS, type ErrorCode } from '../errors.ts'
import type { Call } from './call.ts'
import { openApiDocument } from './openapi.ts'

interface Parameter {
  name: string
  in: string
  required: boolean
  schema: object
}
interface Operation {
  summary: string
  operationId: string
  tags: string[]
  security: object[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content: Record<string, { schema: { anyOf?: object[] } }> }>
}

const document = openApiDocument('https://aura.example')
const contract = Object.entries(calls) as [string, Call][]
const templateOf = (path: string) => path.replace(/:(\w+)/g, '{$1}')

function operationOf(key: string): Operation {
  const [method = '', path = ''] = key.split(' ')
  return document.paths[templateOf(path)]?.[method.toLowerCase()] as Operation
}

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  )
}

describe('the document', () => {
  it('is of OpenAPI 3.1, for this server', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    expect(document.servers).toEqual([{ url: 'https://aura.example' }])
  })

  it('survives a JSON round trip', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  it('has every call of the contract, and the live stream', () => {
    const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const expected = [...contract.map(([key]) => templateOf(key)), 'GET /api/live']
    expect(listed.sort()).toEqual(expected.sort())
  })

  it('names each operation once', () => {
    const ids = contract.map(([key]) => operationOf(key).operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_]+$/)
  })

  it('has no dangling references', () => {
    const found = new Set(references(document))
    expect(found).toContain('#/components/schemas/Error')
    for (const reference of found) {
      const target = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], document)
      expect(target, reference).toBeDefined()
    }
  })

  it('describes the error body with every code', () => {
    const { required, properties } = document.components.schemas.Error
    expect(required).toEqual(['code', 'message', 'requestId'])
    expect(properties.code.enum).toEqual(Object.keys(API_ERRORS))
  })
})

describe.each(contract)('%s', (key, c) => {
  const operation = operationOf(key)
  const [, path = ''] = key.split(' ')
  const parametersIn = (place: string) => operation.parameters.filter((parameter) => parameter.in === place)

  it('has a summary, a tag and its parameters, those of the path all required', () => {
    expect(operation.summary).toBe(c.summary)
    expect(operation.tags).toHaveLength(1)
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(parametersIn('path').map(({ name }) => name)).toEqual(inPath)
    for (const parameter of parametersIn('path')) expect(parameter.required).toBe(true)
    expect(parametersIn('query').map(({ name }) => name)).toEqual(Object.keys(c.query?.shape ?? {}))
    for (const { name, required } of parametersIn('query')) {
      expect(required).toBe(!c.query?.shape[name]?.safeParse(undefined).success)
    }
    for (const { schema } of operation.parameters) expect(Object.keys(schema).length).toBeGreaterThan(0)
  })

  it('requires a session, a body and an Idempotency-Key where the contract does', () => {
    const session = [{ session: [] }]
    // An optional session is expressed as a choice between none and one.
    expect(operation.security).toEqual(
      { public: [], viewer: [{}, ...session], user: session, admin: session }[c.access],
    )
    expect(operation.requestBody?.required).toBe(c.body || c.file ? true : undefined)
    const { required = true, schema } = parametersIn('header').find(({ name }) => name === 'Idempotency-Key') ?? {}
    expect(schema).toEqual(c.idempotent ? { type: 'string', minLength: 8, maxLength: 100 } : undefined)
    expect(required).toBe(!c.idempotent)
  })

  it('has the contract’s response, and every error code under its status', () => {
    const success = operation.responses[c.status ?? 200]
    const schema = success?.content['application/json']?.schema
    for (const one of schema?.anyOf ?? [schema])
      expect(one).toMatchObject({ type: expect.stringMatching(/^(object|array)$/) })
    const codes: ErrorCode[] = ['INVALID_REQUEST', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE', ...(c.errors ?? [])]
    if (!key.startsWith('GET ')) codes.push('ORIGIN_REFUSED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
    if (c.access === 'user' || c.access === 'admin') codes.push('UNAUTHORIZED')
    if (c.access === 'admin') codes.push('FORBIDDEN')
    // Suspended people may be refused on any call not open to them.
    if ((c.access === 'user' || c.access === 'admin') && !c.whileRestricted) {
      codes.push('ACCOUNT_SUSPENDED', 'BETA_ACCESS_REQUIRED')
    }
    if (c.idempotent) codes.push('IDEMPOTENCY_KEY_REUSED')
    if (c.idempotent && c.idempotent !== 'own') codes.push('REQUEST_RUNNING')
    for (const code of codes) {
      const response = operation.responses[API_ERRORS[code].status]
      expect(response?.description).toContain(`${code}: ${API_ERRORS[code].message}`)
      expect(references(response)).toEqual(['#/components/schemas/Error'])
    }
    const statuses = new Set([
      String(c.status ?? 200),
      ...(c.mayBePending ? ['202'] : []),
      ...codes.map((code) => String(API_ERRORS[code].status)),
    ])
    expect(new Set(Object.keys(operation.responses))).toEqual(statuses)
  })
})

describe('the contract', () => {
  it.each(contract)('%s is written as METHOD /api/path, with its parameters in the path', (key, c) => {
    expect(key).toMatch(/^(GET|POST|PUT|PATCH|DELETE) \/api(\/([a-z0-9-]+|:[A-Za-z]+))+$/)
    const inPath = [...key.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(Object.keys(c.params?.shape ?? {})).toEqual(inPath)
    if (key.startsWith('GET ')) expect([c.body, c.idempotent]).toEqual([undefined, undefined])
  })

  it('is for admins alone where its path says so, and nowhere else [access.admin-403]', () => {
    const ofAdmins = contract.filter(([key]) => / \/api\/(admin|whitelist)(\/|$)/.test(key))
    expect(contract.filter(([, { access }]) => access === 'admin')).toEqual(ofAdmins)
  })
})

describe('error codes', () => {
  it.each(Object.entries(API_ERRORS))(
    '%s has a status of failure and a text for people',
    (code, { status, message }) => {
      expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(600)
      expect(message).toMatch(/^[A-Z].{5,}/)
    },
  )
})

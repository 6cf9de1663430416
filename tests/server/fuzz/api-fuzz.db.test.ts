import { calls } from '@aura/api/calls'
import type { Call } from '@aura/api/contract/call'
import { openApiDocument } from '@aura/api/contract/openapi'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { isThorough } from '../../thorough.ts'
import { type Actor, newcomer } from '../actors/actors.ts'
import { learn } from '../actors/learning.ts'
import { follow } from '../chain/chain.ts'
import { openForAll } from '../open-for.ts'
import { ORIGIN, testApp } from '../test-app.ts'
import { databaseDigest } from './database-digest.ts'
import { hostileBody, hostileHeaders, hostileQuery, hostileSegment } from './hostile.ts'

const REQUESTS = isThorough ? 300 : 60
const SEED = 20_261_120
const SAFE = new Set(['GET', 'HEAD'])

const described = Object.entries(openApiDocument(ORIGIN).paths).flatMap(([template, operations]) =>
  Object.entries(operations).map(([verb, operation]) => {
    const method = verb.toUpperCase()
    const path = template.replace(/\{(\w+)\}/g, ':$1')
    const { responses } = operation as { responses: Record<string, { description: string }> }
    return { method, path, responses, contract: calls[`${method} ${path}` as keyof typeof calls] as Call | undefined }
  }),
)
// The live stream is documented but is not a call, because it never ends.
const routes = described.filter((each): each is typeof each & { contract: Call } => each.contract !== undefined)

/** By the path's first two segments: comparing whole databases takes longer than what one call refuses. */
const byArea = () => Map.groupBy(routes, ({ path }) => path.split('/').slice(1, 3).join('/'))

const fieldsOf = (type: unknown) => Object.keys((type as { shape?: object } | undefined)?.shape ?? {})

const hostileRequest = ({ contract }: { contract: Call }) =>
  fc.record({
    segments: fc.array(hostileSegment, { minLength: 2, maxLength: 2 }),
    query: hostileQuery(fieldsOf(contract.query)),
    body: hostileBody(fieldsOf(contract.body)),
    headers: hostileHeaders,
    isSignedIn: fc.boolean(),
  })
type HostileRequest = ReturnType<typeof hostileRequest> extends fc.Arbitrary<infer R> ? R : never

function prepare(route: (typeof routes)[number], request: HostileRequest, cookie: string) {
  const { method, path, contract } = route
  const params: Record<string, string> = {}
  let position = 0
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const segment = request.segments[position++] ?? 'x'
    params[name] = decoded(segment)
    return segment
  })
  const options: InjectOptions = {
    method: method as 'GET',
    url: request.query === '' ? filled : `${filled}?${request.query}`,
    headers: { origin: ORIGIN, ...(request.isSignedIn ? { cookie } : {}), ...request.headers },
  }
  if (!SAFE.has(method) && contract.body) {
    options.payload = request.body.payload
    if (request.body.contentType) options.headers = { ...options.headers, 'content-type': request.body.contentType }
  }
  const query = Object.fromEntries(new URLSearchParams(request.query))
  const isTaken =
    (contract.params?.safeParse(params).success ?? true) &&
    (contract.query?.safeParse(query).success ?? true) &&
    (contract.body?.safeParse(parsed(request.body.payload)).success ?? true)
  const isForeign = request.headers.origin !== undefined && !SAFE.has(method)
  return { options, isAcceptable: isTaken && !isForeign }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

describe('hostile requests', () => {
  const test = openForAll(testApp)
  let ada: Actor
  beforeAll(async () => {
    ada = await newcomer(test)
    await learn(ada)
    await follow(test)
    await learn(await newcomer(test))
  })

  const cookieOf = (actor: Actor) => [...actor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  it('covers every call of the contract', () => {
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(calls).sort())
  })

  describe.each([...byArea()])('%s', (_, ofArea) => {
    let before: string
    beforeAll(async () => {
      before = await databaseDigest(test.ctx.db)
    })

    for (const route of ofArea) {
      it(`${route.method} ${route.path} refuses them clearly`, async () => {
        let sent = 0
        const requests = fc.sample(hostileRequest(route), { numRuns: REQUESTS, seed: SEED })
        for (const request of requests) {
          const { options, isAcceptable } = prepare(route, request, cookieOf(ada))
          if (isAcceptable) continue
          sent++
          const response = await test.app.inject(options)
          const summary = `${JSON.stringify(options).slice(0, 400)} answered ${response.statusCode} ${response.body.slice(0, 200)}`
          expect(response.statusCode, summary).toBeGreaterThanOrEqual(400)
          expect(response.statusCode, summary).toBeLessThan(500)
          const refusal = JSON.parse(response.body)
          expect(refusal, summary).toMatchObject({ code: expect.any(String), requestId: expect.any(String) })
          expect(route.responses[response.statusCode]?.description, summary).toContain(`${refusal.code}: `)
        }
        // Without parameters or body, only headers can be attacked.
        if (route.contract.params || route.contract.query || route.contract.body)
          expect(sent).toBeGreaterThan(REQUESTS / 3)
      })
    }

    it('changes nothing by refusing', async () => {
      expect(await databaseDigest(test.ctx.db)).toBe(before)
    })
  })

  it('handles hostile headers on public calls without a failure', async () => {
    const open = routes.filter(({ method, contract }) => SAFE.has(method) && contract.access === 'public')
    for (const { path } of open.filter(({ contract }) => !contract.params && !contract.query)) {
      for (const headers of fc.sample(hostileHeaders, { numRuns: 60, seed: SEED })) {
        const response = await test.app.inject({ method: 'GET', url: path, headers })
        expect(response.statusCode, JSON.stringify(headers)).toBeLessThan(500)
      }
    }
  })
})

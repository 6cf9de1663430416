import type { lookup } from 'node:dns'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LocalServer, serveLocally } from '../../../../tests/server/local-server.ts'
import { knownProvider, openIdProvider } from './known-providers.ts'
import { ProviderClient } from './provider-client.ts'

const credentials = { clientId: 'an-id', clientSecret: 'a secret' }
const common = { redirectUri: 'http://aura.test/back', timeoutMs: 2_000, elapsedMs: () => 0 }
const FLOW = { state: 'a-state', codeVerifier: 'v'.repeat(43) }
const callback = (more: Record<string, string> = {}) => new URLSearchParams({ state: FLOW.state, code: 'c', ...more })

let serve: (request: IncomingMessage, body: string, response: ServerResponse) => void
let server: LocalServer
let at: string
beforeAll(async () => {
  server = await serveLocally(async (request, response) => serve(request, await text(request), response))
  at = server.url
})
afterAll(() => server.close())

const json = (response: ServerResponse, body: object) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

it('takes the tokens of Kick, which doesn’t say that they are JSON, and its scopes in an array, as of Twitch', async () => {
  const forms: string[] = []
  serve = (request, body, response) => {
    if (request.url !== '/token') return json(response, { data: [{ broadcaster_user_id: 7, slug: 'ada' }] })
    forms.push(`${request.headers.authorization} ${body}`)
    const tokens = { access_token: 'a', token_type: 'Bearer', scope: ['user:read', 'channel:read'] }
    return response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(tokens))
  }
  const kick = {
    ...knownProvider('kick', credentials),
    server: { authorizeUrl: `${at}/authorize`, tokenUrl: `${at}/token` },
    profileUrl: `${at}/channels`,
  }
  const client = new ProviderClient(kick, common)
  expect(new URL(await client.authorizationUrl(FLOW)).searchParams.has('nonce')).toBe(false)
  const grant = await client.exchange(callback(), FLOW)
  if (grant === 'denied') throw new Error('denied')
  expect(grant).toMatchObject({ tokens: { scopes: 'user:read channel:read' }, claims: null })
  expect(await client.person(grant)).toMatchObject({ subject: '7', handle: 'ada' })
  expect(forms).toEqual([expect.stringMatching(/^undefined .*client_id=an-id&client_secret=a\+secret/)])
})

it('gives Twitch’s API the client’s id beside the token', async () => {
  let sent: IncomingMessage['headers'] = {}
  serve = (request, _, response) => {
    sent = request.headers
    json(response, { data: [{ id: '1', login: 'ada', display_name: 'Ada' }] })
  }
  const client = new ProviderClient({ ...knownProvider('twitch', credentials), profileUrl: `${at}/users` }, common)
  const tokens = { accessToken: 'token', refreshToken: null, scopes: '', expiresInMs: 1 }
  expect(await client.person({ tokens, claims: null })).toMatchObject({ subject: '1', handle: 'ada' })
  expect(sent).toMatchObject({ authorization: 'Bearer token', 'client-id': 'an-id' })
})

it.each([
  ['10.0.0.7', 'https://inside.example/token'],
  ['169.254.169.254', 'https://metadata.example/token'],
  [null, 'http://elsewhere.example/token'],
  [null, 'https://127.0.0.1/token'],
])('sends nothing inward, to %s, for an issuer that names %s [access.provider-inward]', async (address, token) => {
  const looked: string[] = []
  const resolve = ((name: string, _: object, done: (error: null, found: object[]) => void) => {
    looked.push(name)
    done(null, [{ address: address ?? name, family: 4 }])
  }) as unknown as typeof lookup
  serve = (_, __, response) =>
    json(response, { issuer: at, authorization_endpoint: `${at}/a`, token_endpoint: token, jwks_uri: `${at}/k` })
  const provider = openIdProvider({ id: 'odd', name: 'Odd', issuer: at }, credentials)
  const client = new ProviderClient(provider, { ...common, resolve })
  await expect(client.exchange(callback(), FLOW)).rejects.toMatchObject({
    kind: token.startsWith('https') ? 'down' : expect.any(String),
  })
  const reason = await client
    .exchange(callback(), FLOW)
    .catch((error: Error) => String((error.cause as Error)?.message))
  expect(reason).toMatch(/isn't public|https/)
  expect(looked).toEqual(token.startsWith('https') ? [new URL(token).hostname, new URL(token).hostname] : [])
})

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { consentPage, faultPage } from './consent-page.ts'
import { sendStreamFile } from './stream-file.ts'

/**
 * A local sandbox for X, and for an OpenID issuer at `/openid`, that accepts any handle. It also streams a loop, as a host
 * that shows live streams would.
 */
export interface ProviderSandbox {
  url: string
  stop(): Promise<void>
}

type Trial = 'deny' | 'expired' | 'down'

interface Grant {
  handle: string
  redirectUri: string
  challenge: string
  scope: string
  trial: Trial | null
  /** Null for X, which has no id tokens. */
  openId: { clientId: string; nonce: string | null } | null
}

const HANDLE = /^@?(\w{1,15})$/
/** Matches this machine, and names reserved by RFC 6761. */
const HERE = /^(?:localhost|127\.0\.0\.1|\[::1\]|[\w.-]+\.test)$/
const LONGEST_BODY = 10_000
const random = () => randomBytes(24).toString('base64url')

/** Listens on the first free of these ports; 0 takes any. Throws if none is free. Persists handles only. */
export async function startSandbox(ports: readonly number[]): Promise<ProviderSandbox> {
  const sandbox = new Sandbox()
  const server = createServer((request, response) => {
    sandbox.answer(request, response).catch(() => json(response, 500, { title: 'The sandbox failed' }))
  })
  await listenOnFirst(server, ports)
  server.unref()
  // The site differs from localhost, as X's does, so that cookies behave as in production.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  sandbox.issuer = `${url}/openid`
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Listens on the first free port, since only listening shows reliably whether a port is free. */
async function listenOnFirst(server: Server, [port, ...others]: readonly number[]): Promise<void> {
  if (port === undefined) throw new Error('No port is free for the sandbox of X and OpenID')
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    await listenOnFirst(server, others)
  }
}

class Sandbox {
  issuer = ''
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #codes = new Map<string, Grant>()
  /** Sessions by access token and by refresh token. */
  readonly #tokens = new Map<string, { handle: string; scope: string }>()

  async answer(request: IncomingMessage, response: ServerResponse): Promise<ServerResponse> {
    const url = new URL(request.url ?? '/', 'http://sandbox')
    if (request.method === 'GET' && sendStreamFile(url.pathname, response)) return response
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /authorize':
        return this.#authorize(url.searchParams, response)
      case 'GET /openid/authorize':
        return this.#authorize(url.searchParams, response, { isOpenId: true })
      case 'GET /openid/.well-known/openid-configuration':
        return json(response, 200, this.#configuration())
      case 'GET /openid/jwks':
        return json(response, 200, {
          keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }],
        })
      case 'POST /openid/token':
      case 'POST /token':
        return this.#token(new URLSearchParams(await bodyOf(request)), response)
      case 'GET /users/me':
        return this.#me(request, response)
      case 'POST /tweets':
        return this.#tweet(request, response)
      default:
        return json(response, 404, { title: 'Not Found' })
    }
  }

  /** Shows the page, or redirects back with the choice. */
  #authorize(query: URLSearchParams, response: ServerResponse, { isOpenId = false } = {}): ServerResponse {
    const redirectUri = query.get('redirect_uri') ?? ''
    const back = URL.canParse(redirectUri) ? new URL(redirectUri) : null
    // Other addresses would make it an open redirect.
    if (!back || !HERE.test(back.hostname)) return html(response, 400, faultPage('It has no way back to this machine.'))
    const [challenge, state] = [query.get('code_challenge') ?? '', query.get('state') ?? '']
    if (
      query.get('response_type') !== 'code' ||
      query.get('code_challenge_method') !== 'S256' ||
      !challenge ||
      !state
    ) {
      return html(response, 400, faultPage('It is not a sign-in with a code, a state and PKCE.'))
    }
    const choice = query.get('choice')
    if (choice === null) return html(response, 200, consentPage(query, { isOpenId, fault: null }))
    back.searchParams.set('state', state)
    if (isOpenId) back.searchParams.set('iss', this.issuer)
    if (choice === 'deny') {
      back.searchParams.set('error', 'access_denied')
      return redirect(response, back)
    }
    const handle = HANDLE.exec((query.get('handle') ?? '').trim())?.[1]
    const trial = choice === 'expired' || choice === 'down' ? choice : null
    if (!handle && !trial)
      return html(
        response,
        200,
        consentPage(query, { isOpenId, fault: 'A handle has 1 to 15 letters, digits or underscores.' }),
      )
    const code = random()
    this.#codes.set(code, {
      handle: handle ?? 'nobody',
      redirectUri,
      challenge,
      scope: query.get('scope') ?? '',
      trial,
      openId: isOpenId ? { clientId: query.get('client_id') ?? '', nonce: query.get('nonce') } : null,
    })
    back.searchParams.set('code', code)
    return redirect(response, back)
  }

  #token(form: URLSearchParams, response: ServerResponse): ServerResponse {
    if (form.get('grant_type') === 'refresh_token') return this.#refresh(form, response)
    const code = form.get('code') ?? ''
    const grant = this.#codes.get(code)
    this.#codes.delete(code)
    if (grant?.trial === 'down') return json(response, 503, { title: 'Service Unavailable' })
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isGood =
      grant &&
      grant.trial !== 'expired' &&
      grant.redirectUri === form.get('redirect_uri') &&
      grant.challenge === challenge
    if (!isGood) return json(response, 400, { error: 'invalid_grant' })
    return this.#hand(grant, response, this.#idTokenOf(grant))
  }

  /** Describes the issuer, as OpenID Connect Discovery has it. */
  #configuration() {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }
  }

  #idTokenOf({ handle, openId }: Grant): { id_token?: string } {
    if (!openId) return {}
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      iss: this.issuer,
      sub: idOf(handle),
      aud: openId.clientId,
      iat: now,
      exp: now + 300,
      preferred_username: handle,
      ...(openId.nonce === null ? {} : { nonce: openId.nonce }),
    }
    const text = [{ alg: 'ES256' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const key = { key: this.#keys.privateKey, dsaEncoding: 'ieee-p1363' } as const
    return { id_token: `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}` }
  }

  #refresh(form: URLSearchParams, response: ServerResponse): ServerResponse {
    const token = form.get('refresh_token') ?? ''
    const known = this.#tokens.get(token)
    if (!known) return json(response, 400, { error: 'invalid_grant' })
    this.#tokens.delete(token)
    return this.#hand(known, response)
  }

  #hand(
    { handle, scope }: { handle: string; scope: string },
    response: ServerResponse,
    more: object = {},
  ): ServerResponse {
    const [access, refresh] = [random(), random()]
    this.#tokens.set(access, { handle, scope })
    const offline = scope.split(' ').includes('offline.access')
    if (offline) this.#tokens.set(refresh, { handle, scope })
    return json(response, 200, {
      token_type: 'bearer',
      expires_in: 7_200,
      access_token: access,
      scope,
      ...(offline ? { refresh_token: refresh } : {}),
      ...more,
    })
  }

  #holder(request: IncomingMessage) {
    return this.#tokens.get((request.headers.authorization ?? '').replace(/^Bearer /i, ''))
  }

  #me(request: IncomingMessage, response: ServerResponse): ServerResponse {
    const holder = this.#holder(request)
    if (!holder) return json(response, 401, { title: 'Unauthorized' })
    const { handle } = holder
    return json(response, 200, { data: { id: idOf(handle), username: handle, name: handle } })
  }

  async #tweet(request: IncomingMessage, response: ServerResponse): Promise<ServerResponse> {
    const holder = this.#holder(request)
    if (!holder) return json(response, 401, { title: 'Unauthorized' })
    if (!holder.scope.split(' ').includes('tweet.write')) return json(response, 403, { title: 'Forbidden' })
    const { text } = JSON.parse(await bodyOf(request)) as { text: string }
    return json(response, 201, { data: { id: String(Date.now()), text } })
  }
}

/** Returns the same id for a handle after every restart. */
function idOf(handle: string): string {
  const hash = createHash('sha256').update(handle.toLowerCase()).digest()
  return (hash.readBigUInt64BE() % 10n ** 18n).toString()
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > LONGEST_BODY) throw new Error('too long')
  }
  return text
}

function json(response: ServerResponse, status: number, body: object): ServerResponse {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  return response.end(JSON.stringify(body))
}

function html(response: ServerResponse, status: number, page: string): ServerResponse {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  })
  return response.end(page)
}

function redirect(response: ServerResponse, to: URL): ServerResponse {
  response.writeHead(302, { location: to.href, 'cache-control': 'no-store' })
  return response.end()
}

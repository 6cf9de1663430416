import { createHash } from 'node:crypto'
import { lookup } from 'node:dns'
import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import { boundedFetch, type Fetch } from '#platform/outgoing/bounded-fetch'
import { publicLookup } from '#platform/outgoing/public-lookup'
import { type ProviderPerson, readProfile } from './profiles.ts'
import type { ProviderSettings } from './settings.ts'

/**
 * `down`: no response, or a 5xx; `limited`: too many requests; `unreadable`: not what the provider documents, such as an
 * id token that isn't valid; `refused`: a no.
 */
type FailureKind = 'down' | 'limited' | 'unreadable' | 'refused'

const FAILURES: Record<FailureKind, string> = {
  down: 'is not responding',
  limited: 'limits requests',
  unreadable: 'sent an unreadable response',
  refused: 'refused',
}

export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
  readonly kind: FailureKind
  readonly status: number | null

  constructor(kind: FailureKind, status: number | null, options?: ErrorOptions) {
    super(`the provider ${FAILURES[kind]}${status === null ? '' : ` (${status})`}`, options)
    this.kind = kind
    this.status = status
  }
}

export interface ProviderTokens {
  accessToken: string
  refreshToken: string | null
  scopes: string
  expiresInMs: number
}

/** What a provider says after a sign-in. `claims` are those of its id token; null for OAuth 2.0. */
export interface ProviderGrant {
  tokens: ProviderTokens
  claims: oauth.IDToken | null
}

/** What only this server knows of a sign-in under way. */
export interface FlowSecrets {
  state: string
  codeVerifier: string
}

/** Lifetime of a token if the provider states none. X states two hours, and one is safe. */
const DEFAULT_LIFE_S = 3_600

/** Maximum bytes of a response. Providers send a few kilobytes. */
const MAX_BYTES = 256 * 1024
const MAX_AT_ONCE = 32
/** How long an issuer's own description is used before it is read again. */
const DISCOVERY_MS = 3_600_000

const Endpoints = z.object({
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})

interface ApiRequest {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  body?: object
}

interface ClientOptions {
  redirectUri: string
  timeoutMs: number
  /** Milliseconds since some moment. */
  elapsedMs: () => number
  resolve?: typeof lookup
}

/** Client of a provider. Each of its requests ends within `timeoutMs`. Throws ProviderFailure for whatever fails. */
export class ProviderClient {
  readonly settings: ProviderSettings
  readonly #redirectUri: string
  readonly #fetch: Fetch
  readonly #client: oauth.Client
  readonly #elapsedMs: () => number
  readonly #resolve: typeof lookup
  #discovered: { server: Promise<oauth.AuthorizationServer>; atMs: number } | undefined

  constructor(settings: ProviderSettings, { redirectUri, timeoutMs, elapsedMs, resolve = lookup }: ClientOptions) {
    this.settings = settings
    this.#redirectUri = redirectUri
    this.#fetch = boundedFetch({ timeoutMs, maxBytes: MAX_BYTES, maxAtOnce: MAX_AT_ONCE })
    this.#client = { client_id: settings.clientId }
    this.#elapsedMs = elapsedMs
    this.#resolve = resolve
  }

  async authorizationUrl({ state, codeVerifier }: FlowSecrets): Promise<string> {
    const url = new URL((await this.#server()).authorization_endpoint ?? '')
    const fields = {
      response_type: 'code',
      client_id: this.settings.clientId,
      redirect_uri: this.#redirectUri,
      scope: this.settings.scopes,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(this.#isOpenId ? { nonce: nonceOf(codeVerifier) } : {}),
    }
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
    return url.href
  }

  /** Exchanges the code of a callback. Verifies state, issuer and the id token with its signature. */
  async exchange(callback: URLSearchParams, { state, codeVerifier }: FlowSecrets): Promise<ProviderGrant | 'denied'> {
    const server = await this.#server()
    let checked: URLSearchParams
    try {
      checked = oauth.validateAuthResponse(server, this.#client, callback, state)
    } catch (error) {
      if (error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied') return 'denied'
      // The provider has not been asked yet, so a fault of the callback doesn't show whether it responds.
      throw new ProviderFailure('refused', null, { cause: error })
    }
    const [code, second] = checked.getAll('code')
    if (!code || second !== undefined) throw new ProviderFailure('refused', null)
    return this.#attempt(async () => {
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        this.#client,
        this.#authentication(server),
        checked,
        this.#redirectUri,
        codeVerifier,
        this.#options(server.token_endpoint),
      )
      const expected = this.#isOpenId ? { expectedNonce: nonceOf(codeVerifier), requireIdToken: true } : {}
      const answer = await conforming(response)
      const granted = await oauth.processAuthorizationCodeResponse(server, this.#client, answer, expected)
      if (this.#isOpenId) {
        await oauth.validateApplicationLevelSignature(server, answer, this.#options(server.jwks_uri))
      }
      return { tokens: this.#tokensOf(granted), claims: oauth.getValidatedIdTokenClaims(granted) ?? null }
    })
  }

  async refresh(refreshToken: string): Promise<ProviderTokens> {
    const server = await this.#server()
    return this.#attempt(async () => {
      const options = this.#options(server.token_endpoint)
      const authentication = this.#authentication(server)
      const response = await oauth.refreshTokenGrantRequest(server, this.#client, authentication, refreshToken, options)
      return this.#tokensOf(await oauth.processRefreshTokenResponse(server, this.#client, await conforming(response)))
    })
  }

  /** Returns who signed in. */
  async person({ tokens, claims }: ProviderGrant): Promise<ProviderPerson> {
    const { profile, profileUrl } = this.settings
    if (profileUrl === null) return this.#attempt(async () => readProfile(profile, claims))
    return this.#attempt(async () => readProfile(profile, await this.#ask(tokens.accessToken, 'GET', profileUrl)))
  }

  /** Returns a token of this server itself, which stands for no person. */
  async appTokens(): Promise<ProviderTokens> {
    const server = await this.#server()
    return this.#attempt(async () => {
      const options = this.#options(server.token_endpoint)
      const authentication = this.#authentication(server)
      const response = await oauth.clientCredentialsGrantRequest(server, this.#client, authentication, {}, options)
      return this.#tokensOf(
        await oauth.processClientCredentialsResponse(server, this.#client, await conforming(response)),
      )
    })
  }

  /** Calls the provider's API with a token. Returns the JSON of the response; null for one without a body. */
  call<T>(accessToken: string, { method, url, body }: ApiRequest, type: z.ZodType<T>): Promise<T> {
    const text = body && JSON.stringify(body)
    return this.#attempt(async () => type.parse(await this.#ask(accessToken, method, url, text)))
  }

  get #isOpenId(): boolean {
    return 'issuer' in this.settings.server
  }

  /** Returns the endpoints. An issuer's are read once an hour, by one request however many people wait for them. */
  async #server(): Promise<oauth.AuthorizationServer> {
    const { server } = this.settings
    if (!('issuer' in server)) {
      const { authorizeUrl, tokenUrl } = server
      const issuer = new URL(tokenUrl).origin
      return { issuer, authorization_endpoint: authorizeUrl, token_endpoint: tokenUrl }
    }
    const nowMs = this.#elapsedMs()
    if (!this.#discovered || nowMs - this.#discovered.atMs >= DISCOVERY_MS) {
      const discovered = { server: this.#discover(new URL(server.issuer)), atMs: nowMs }
      this.#discovered = discovered
      discovered.server.catch(() => {
        if (this.#discovered === discovered) this.#discovered = undefined
      })
    }
    return this.#discovered.server
  }

  /** Reads an issuer's description. Other hosts that it names have to be public, and use https. */
  async #discover(issuer: URL): Promise<oauth.AuthorizationServer> {
    try {
      const response = await oauth.discoveryRequest(issuer, this.#options(issuer.href))
      const server = await oauth.processDiscoveryResponse(issuer, healthy(response))
      const { authorization_endpoint: authorize } = Endpoints.parse(server)
      if (!isSecure(authorize, issuer)) throw new Error(`${authorize} is not https`)
      return server
    } catch (error) {
      // Nobody can sign in meanwhile, whatever is wrong with it.
      throw new ProviderFailure('down', null, { cause: error })
    }
  }

  /** Returns the JSON that an API answers; null if it answers without a body. */
  async #ask(accessToken: string, method: string, url: string, body?: string): Promise<unknown> {
    const headers = new Headers({
      accept: 'application/json',
      // Twitch's API wants it beside the token.
      ...(this.settings.profile === 'twitch' ? { 'client-id': this.settings.clientId } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    })
    const target = new URL(url)
    if (this.settings.profile === 'x' && method === 'GET') target.searchParams.set('user.fields', 'profile_image_url')
    const options = this.#options(url)
    const response = await oauth.protectedResourceRequest(accessToken, method, target, headers, body, options)
    return healthy(response).status === 204 ? null : response.json()
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw failureOf(error)
    }
  }

  #tokensOf(granted: oauth.TokenEndpointResponse): ProviderTokens {
    return {
      accessToken: granted.access_token,
      refreshToken: granted.refresh_token ?? null,
      scopes: granted.scope ?? this.settings.scopes,
      expiresInMs: (granted.expires_in ?? DEFAULT_LIFE_S) * 1_000,
    }
  }

  /** HTTP Basic escapes ids such as Google's, which not every server undoes, so a form is preferred where it's taken. */
  #authentication({ token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer): oauth.ClientAuth {
    const { clientSecret, sendsSecretInForm } = this.settings
    if (clientSecret === null) return oauth.None()
    return sendsSecretInForm || methods?.includes('client_secret_post')
      ? oauth.ClientSecretPost(clientSecret)
      : oauth.ClientSecretBasic(clientSecret)
  }

  #options(url: string | undefined) {
    return {
      [oauth.customFetch]: async (target: string, init: object) => {
        try {
          await this.#refuseInward(new URL(target))
          return await this.#fetch(target, init)
        } catch (error) {
          throw new ProviderFailure('down', null, { cause: error })
        }
      },
      // Plain HTTP is only used on this machine; settings are checked at startup.
      [oauth.allowInsecureRequests]: url?.startsWith('http:') ?? false,
    }
  }

  /** Throws for a host that an issuer named, unless it is the issuer's own or public and https. */
  async #refuseInward(target: URL): Promise<void> {
    const { server, profileUrl } = this.settings
    if (!('issuer' in server) || (profileUrl !== null && target.origin === new URL(profileUrl).origin)) return
    const issuer = new URL(server.issuer)
    if (target.origin === issuer.origin) return
    if (!isSecure(target.href, issuer)) throw new Error(`${target.origin} is not https`)
    await new Promise<void>((done, fail) => {
      publicLookup(this.#resolve)(target.hostname, {}, (error) => (error ? fail(error) : done()))
    })
  }
}

/** Repeated by the id token. Derived from the verifier, which no browser sees, so it needs no place of its own. */
const nonceOf = (codeVerifier: string): string =>
  createHash('sha256').update(`nonce ${codeVerifier}`).digest('base64url')

const isSecure = (url: string, issuer: URL): boolean => {
  const { protocol, origin } = new URL(url)
  return protocol === 'https:' || origin === issuer.origin
}

/** Returns the response. Throws ProviderFailure unless its status is 2xx. */
function healthy(response: Response): Response {
  const { status, ok } = response
  if (status >= 500) throw new ProviderFailure('down', status)
  if (!ok) throw new ProviderFailure(status === 429 ? 'limited' : 'refused', status)
  return response
}

/** Returns a token response as RFC 6749 has it: Twitch lists scopes in an array, and Kick doesn't say that it is JSON. */
async function conforming(response: Response): Promise<Response> {
  const body = z.looseObject({ scope: z.unknown().optional() }).parse(await healthy(response).json())
  return Response.json(Array.isArray(body.scope) ? { ...body, scope: body.scope.join(' ') } : body)
}

function failureOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    return new ProviderFailure('refused', error.status, { cause: error })
  }
  return new ProviderFailure('unreadable', null, { cause: error })
}

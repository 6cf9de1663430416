import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import type { Context } from '#platform/context'
import { boundedFetch, type Fetch } from '#platform/outgoing/bounded-fetch'
import type { XSettings } from './settings.ts'

/** Path to which X sends browsers back. */
export const X_CALLBACK = '/api/auth/twitter/callback'

/** `down`: no response, or a 5xx; `limited`: too many requests; `unreadable`: not what X documents; `refused`: a no. */
type XFailureKind = 'down' | 'limited' | 'unreadable' | 'refused'

const FAILURES: Record<XFailureKind, string> = {
  down: 'X is not responding',
  limited: 'X limits requests',
  unreadable: 'X sent an unreadable response',
  refused: 'X refused',
}

export class XFailure extends Error {
  override name = 'XFailure'
  readonly kind: XFailureKind
  readonly status: number | null

  constructor(kind: XFailureKind, status: number | null, options?: ErrorOptions) {
    super(`${FAILURES[kind]}${status === null ? '' : ` (${status})`}`, options)
    this.kind = kind
    this.status = status
  }
}

export interface XPerson {
  id: string
  handle: string
  name: string
  imageUrl: string | null
}

export interface XTokens {
  accessToken: string
  refreshToken: string | null
  scopes: string
  expiresInMs: number
}

const XUser = z.object({
  data: z.object({
    id: z.string().regex(/^\d{1,40}$/),
    username: z.string().regex(/^\w{1,30}$/),
    name: z.string(),
    profile_image_url: z.string().max(2_000).nullish().catch(null),
  }),
})
const Posted = z.object({ data: z.object({ id: z.string() }) })

/** Lifetime of a token if X states none; X states two hours, and one is safe. */
const DEFAULT_LIFE_S = 3_600

/** Maximum bytes of a response. X sends less than a kilobyte about a user. */
const MAX_BYTES = 256 * 1024
const MAX_AT_ONCE = 32

/** Client of X. Every call ends within `timeoutMs` and throws XFailure if it does not succeed. */
export class XClient {
  readonly #settings: XSettings
  readonly #redirectUri: string
  readonly #fetch: Fetch
  readonly #server: oauth.AuthorizationServer
  readonly #client: oauth.Client

  constructor(settings: XSettings, { redirectUri, timeoutMs }: { redirectUri: string; timeoutMs: number }) {
    this.#settings = settings
    this.#redirectUri = redirectUri
    this.#fetch = boundedFetch({ timeoutMs, maxBytes: MAX_BYTES, maxAtOnce: MAX_AT_ONCE })
    this.#server = { issuer: new URL(settings.tokenUrl).origin, token_endpoint: settings.tokenUrl }
    this.#client = { client_id: settings.clientId }
  }

  async authorizationUrl(state: string, codeVerifier: string): Promise<string> {
    const url = new URL(this.#settings.authorizeUrl)
    const fields = {
      response_type: 'code',
      client_id: this.#settings.clientId,
      redirect_uri: this.#redirectUri,
      scope: this.#settings.scopes,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
    return url.href
  }

  async exchange(callback: URLSearchParams, state: string, codeVerifier: string): Promise<XTokens | 'denied'> {
    let checked: URLSearchParams
    try {
      checked = oauth.validateAuthResponse(this.#server, this.#client, callback, state)
    } catch (error) {
      if (error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied') return 'denied'
      // X has not been asked yet, so a fault of the callback doesn't show whether it responds.
      throw new XFailure('refused', null, { cause: error })
    }
    const [code, second] = checked.getAll('code')
    if (!code || second !== undefined) throw new XFailure('refused', null)
    return this.#tokens(async (options) => {
      const response = await oauth.authorizationCodeGrantRequest(
        this.#server,
        this.#client,
        this.#authentication(),
        checked,
        this.#redirectUri,
        codeVerifier,
        options,
      )
      return oauth.processAuthorizationCodeResponse(this.#server, this.#client, healthy(response))
    })
  }

  async refresh(refreshToken: string): Promise<XTokens> {
    return this.#tokens(async (options) => {
      const authentication = this.#authentication()
      const response = await oauth.refreshTokenGrantRequest(
        this.#server,
        this.#client,
        authentication,
        refreshToken,
        options,
      )
      return oauth.processRefreshTokenResponse(this.#server, this.#client, healthy(response))
    })
  }

  async person(accessToken: string): Promise<XPerson> {
    const url = new URL(this.#settings.userUrl)
    url.searchParams.set('user.fields', 'profile_image_url')
    const { data } = await this.#call(accessToken, 'GET', url.href, XUser)
    return { id: data.id, handle: data.username, name: data.name, imageUrl: data.profile_image_url ?? null }
  }

  async post(accessToken: string, text: string): Promise<string> {
    const { data } = await this.#call(accessToken, 'POST', this.#settings.postUrl, Posted, JSON.stringify({ text }))
    return data.id
  }

  async #call<T extends z.ZodType>(
    accessToken: string,
    method: string,
    url: string,
    type: T,
    body?: string,
  ): Promise<z.output<T>> {
    try {
      const headers = new Headers({
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      })
      const options = this.#options(url)
      const target = new URL(url)
      const response = await oauth.protectedResourceRequest(accessToken, method, target, headers, body, options)
      return type.parse(await healthy(response).json())
    } catch (error) {
      throw failureOf(error)
    }
  }

  async #tokens(ask: (options: oauth.TokenEndpointRequestOptions) => Promise<oauth.TokenEndpointResponse>) {
    try {
      const answer = await ask(this.#options(this.#settings.tokenUrl))
      return {
        accessToken: answer.access_token,
        refreshToken: answer.refresh_token ?? null,
        scopes: answer.scope ?? this.#settings.scopes,
        expiresInMs: (answer.expires_in ?? DEFAULT_LIFE_S) * 1_000,
      }
    } catch (error) {
      throw failureOf(error)
    }
  }

  #authentication(): oauth.ClientAuth {
    const { clientSecret } = this.#settings
    return clientSecret === null ? oauth.None() : oauth.ClientSecretBasic(clientSecret)
  }

  #options(url: string) {
    return {
      [oauth.customFetch]: (target: string, init: object) =>
        this.#fetch(target, init).catch((error: unknown) => {
          throw new XFailure('down', null, { cause: error })
        }),
      // Plain HTTP is only used on this machine; settings are checked at startup.
      [oauth.allowInsecureRequests]: url.startsWith('http:'),
    }
  }
}

/** Returns the response. Throws XFailure unless its status is 2xx. */
function healthy(response: Response): Response {
  const { status, ok } = response
  if (status >= 500) throw new XFailure('down', status)
  if (!ok) throw new XFailure(status === 429 ? 'limited' : 'refused', status)
  return response
}

function failureOf(error: unknown): XFailure {
  if (error instanceof XFailure) return error
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    return new XFailure('refused', error.status, { cause: error })
  }
  return new XFailure('unreadable', null, { cause: error })
}

/** Returns the client, or null if X is not set up. */
export const xClientOf = ({ settings: { x, origin }, limits }: Context): XClient | null =>
  x && new XClient(x, { redirectUri: `${origin}${X_CALLBACK}`, timeoutMs: limits.xTimeoutMs })

import { OAuth2Server } from 'oauth2-mock-server'
import { openIdProvider } from '../../server/src/features/providers/known-providers.ts'
import type { ProviderSettings } from '../../server/src/features/providers/settings.ts'

/** An OpenID issuer that consents at once, and lies as a test wants. */
export interface MockIssuer {
  server: OAuth2Server
  settings: ProviderSettings
  /** Claims of its next id tokens, over those that are right. */
  claims: Record<string, unknown>
  /** Replaces its next id tokens. */
  idToken: ((right: string) => string) | null
  /** Form fields of valid token requests, oldest first. */
  tokenRequests: Record<string, unknown>[]
  stop(): Promise<void>
}

export async function startMockIssuer(overrides: Partial<ProviderSettings> = {}): Promise<MockIssuer> {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  const issuer = server.issuer.url ?? ''
  const named = openIdProvider(
    { id: 'corp', name: 'Corp', issuer },
    { clientId: 'aura-test', clientSecret: 'a secret of the test' },
  )
  const mock: MockIssuer = {
    server,
    settings: { ...named, ...overrides },
    claims: { sub: '1', name: 'Ada Lovelace' },
    idToken: null,
    tokenRequests: [],
    stop: () => server.stop(),
  }
  server.service.on('beforeWellKnownOpenIdConfiguration', ({ body }) =>
    Object.assign(body, { token_endpoint_auth_methods_supported: ['client_secret_post'] }),
  )
  server.service.on('beforeTokenSigning', (token) => Object.assign(token.payload, mock.claims))
  server.service.on('beforeResponse', (response, request) => {
    mock.tokenRequests.push(request.body as unknown as Record<string, unknown>)
    const body = response.body as { id_token?: string }
    if (mock.idToken && body.id_token !== undefined) body.id_token = mock.idToken(body.id_token)
  })
  return mock
}

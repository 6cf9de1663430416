import { OAuth2Server } from 'oauth2-mock-server'
import type { XSettings } from '../../server/src/features/x/settings.ts'

export interface MockX {
  server: OAuth2Server
  settings: XSettings
  /** The person who consents; can be replaced. */
  person: { id: string; username: string; name: string; profile_image_url?: string }
  /** Form fields of valid token requests, oldest first. */
  tokenRequests: Record<string, unknown>[]
  stop(): Promise<void>
}

export async function startMockX(overrides: Partial<XSettings> = {}): Promise<MockX> {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  const url = server.issuer.url ?? ''
  const mock: MockX = {
    server,
    settings: {
      clientId: 'aura-test',
      clientSecret: 'a secret of the test',
      authorizeUrl: `${url}/authorize`,
      tokenUrl: `${url}/token`,
      userUrl: `${url}/userinfo`,
      postUrl: `${url}/tweets`,
      imageOrigin: 'http://images.test',
      scopes: 'users.read tweet.read',
      postingKey: null,
      ...overrides,
    },
    person: { id: '1', username: 'Ada_Online', name: 'Ada' },
    tokenRequests: [],
    stop: () => server.stop(),
  }
  server.service.on('beforeUserinfo', (response) => {
    if (response.statusCode === 200) response.body = { data: mock.person }
  })
  server.service.on('beforeResponse', (response, request) => {
    mock.tokenRequests.push(request.body as unknown as Record<string, unknown>)
    // X has no id tokens, and returns the granted scopes.
    const { id_token: _, ...tokens } = response.body as Record<string, unknown>
    response.body = { ...tokens, scope: mock.settings.scopes }
  })
  return mock
}

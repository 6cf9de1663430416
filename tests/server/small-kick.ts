import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { knownProvider } from '../../server/src/features/providers/known-providers.ts'
import type { ProviderSettings } from '../../server/src/features/providers/settings.ts'

interface Subscription {
  id: string
  broadcaster_user_id: number
  event: string
}

export interface SmallKick {
  readonly apiUrl: string
  /** Kick as a way to sign in, with the stand-in's token endpoint. */
  readonly provider: ProviderSettings
  readonly subscriptions: Map<string, Subscription>
  /** `METHOD /path` of each request, in order. */
  readonly asked: string[]
  /** Status with which requests of the API are refused; null to serve them. */
  refuses: number | null
  /** Called before the subscriptions are listed. */
  beforeList: (() => Promise<void>) | null
  /** Signs from now on, and says so, with another key. */
  changeKey(bits?: number): void
  close(): Promise<void>
  /** Returns a request's headers, signed for this body. */
  headers(body: string, more?: { id?: string; at?: Date; type?: string }): Record<string, string>
}

interface Said {
  channelId: number
  viewerId: number
  text: string
  id?: string
}

/** Returns the body of `chat.message.sent`, as Kick documents it. */
export const kickBody = ({ channelId, viewerId, text, id = randomUUID() }: Said): string => {
  const person = (user_id: number) => ({
    ...{
      is_anonymous: false,
      user_id,
      username: `user_${user_id}`,
      is_verified: false,
      channel_slug: `user-${user_id}`,
    },
    ...{ profile_picture: 'https://example.com/avatar.jpg', identity: null },
  })
  return JSON.stringify({
    ...{ message_id: id, broadcaster: person(channelId), sender: person(viewerId), content: text },
    ...{ emotes: [], created_at: '2026-03-02T16:00:00Z' },
  })
}

/** Starts the part of Kick that its chats need: a token, the public key and subscriptions. */
export async function startSmallKick(): Promise<SmallKick> {
  const newKeys = (modulusLength = 2_048) => generateKeyPairSync('rsa', { modulusLength })
  let keys: { publicKey: KeyObject; privateKey: KeyObject } = newKeys()
  const subscriptions = new Map<string, Subscription>()
  const asked: string[] = []
  const tokens = new Set<string>()

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const part of request) body += part
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://kick.test')
    asked.push(`${request.method} ${pathname}`)
    const answer = (status: number, data: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data))
    if (kick.refuses !== null) return void answer(kick.refuses, { message: 'no' })
    if (pathname === '/oauth/token') {
      const form = new URLSearchParams(body)
      const isClient = form.get('grant_type') === 'client_credentials' && form.get('client_secret') === 'a secret'
      const token = randomUUID()
      tokens.add(token)
      return void answer(isClient ? 200 : 401, { access_token: token, token_type: 'Bearer', expires_in: 3_600 })
    }
    if (pathname === '/public/v1/public-key') {
      return void answer(200, { data: { public_key: keys.publicKey.export({ type: 'spki', format: 'pem' }) } })
    }
    if (pathname !== '/public/v1/events/subscriptions') return void answer(404, {})
    if (!tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '')) return void answer(401, {})
    if (request.method === 'GET') {
      await kick.beforeList?.()
      return void answer(200, { data: [...subscriptions.values()], message: 'OK' })
    }
    if (request.method === 'DELETE') {
      for (const id of searchParams.getAll('id')) subscriptions.delete(id)
      return void response.writeHead(204).end()
    }
    const { broadcaster_user_id, events } = JSON.parse(body)
    const id = randomUUID()
    subscriptions.set(id, { id, broadcaster_user_id, event: events[0].name })
    answer(200, { data: [{ name: events[0].name, version: 1, subscription_id: id }], message: 'OK' })
  }

  const server = createServer((request, response) => void serve(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const kick: SmallKick = {
    apiUrl: `${url}/public/v1`,
    provider: {
      ...knownProvider('kick', { clientId: 'an-id', clientSecret: 'a secret' }),
      server: { authorizeUrl: `${url}/oauth/authorize`, tokenUrl: `${url}/oauth/token` },
      profileUrl: `${url}/public/v1/channels`,
    },
    subscriptions,
    asked,
    refuses: null,
    beforeList: null,
    changeKey(bits) {
      keys = newKeys(bits)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
    headers(body, { id = randomUUID(), at = new Date(), type = 'chat.message.sent' } = {}) {
      const moment = at.toISOString().replace(/\.\d+/, '')
      return {
        'content-type': 'application/json',
        'kick-event-message-id': id,
        'kick-event-message-timestamp': moment,
        'kick-event-type': type,
        'kick-event-version': '1',
        'kick-event-signature': sign('sha256', Buffer.from(`${id}.${moment}.${body}`), keys.privateKey).toString(
          'base64',
        ),
      }
    },
  }
  return kick
}

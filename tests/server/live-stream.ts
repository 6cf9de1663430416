import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Actor } from './actors/actors.ts'
import { ORIGIN, type TestApp } from './test-app.ts'

/** An event: a state, or the reason of the end. */
export interface Heard {
  id: string | undefined
  topic: string
  version: number
  state: Record<string, unknown> | null
  end: string | undefined
  counts: Record<string, number> | undefined
}

export interface OpenStream {
  status: number
  headers: IncomingMessage['headers']
  body: string
  next(): Promise<Heard>
  ended: Promise<void>
  close(): void
}

/** Returns the app's port; the first use makes it listen. */
export async function portOf({ app }: Pick<TestApp, 'app'>): Promise<number> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

/** Opens a stream with the actor's cookies, as a browser would. */
export async function openStream(
  test: Pick<TestApp, 'app'>,
  actor: Actor,
  topics: string,
  headers: Record<string, string> = {},
): Promise<OpenStream> {
  const cookie = [...actor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const [response, sent] = await ask(await portOf(test), `/api/live?topics=${topics}`, {
    cookie,
    origin: ORIGIN,
    ...headers,
  })
  for (const line of response.headers['set-cookie'] ?? []) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
    actor.cookies.set(name, value)
  }
  if (response.statusCode !== 200) {
    response.setEncoding('utf8')
    let body = ''
    for await (const part of response) body += part
    const none = () => Promise.reject(new Error('not a stream'))
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body,
      next: none,
      ended: Promise.resolve(),
      close() {},
    }
  }
  const { next, ended } = events(response)
  return { status: 200, headers: response.headers, body: '', next, ended, close: () => sent.destroy() }
}

function ask(port: number, path: string, headers: Record<string, string>): Promise<[IncomingMessage, ClientRequest]> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) =>
      resolve([response, sent]),
    )
    sent.on('error', reject).end()
  })
}

function events(response: IncomingMessage): Pick<OpenStream, 'next' | 'ended'> {
  const heard: Heard[] = []
  const waiting: { resolve: (event: Heard) => void; reject: (error: Error) => void }[] = []
  let text = ''
  let isOver = false
  response.setEncoding('utf8')
  response.on('data', (part: string) => {
    text += part
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const event of blocks.map(eventOf)) {
      if (!event) continue
      const next = waiting.shift()
      if (next) next.resolve(event)
      else heard.push(event)
    }
  })
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isOver = true
      for (const { reject } of waiting.splice(0)) reject(new Error('the stream ended'))
      resolve()
    }
    response.on('end', end)
    response.on('close', end)
    response.on('error', () => {})
  })
  return {
    ended,
    next: () =>
      new Promise((resolve, reject) => {
        const event = heard.shift()
        if (event) resolve(event)
        else if (isOver) reject(new Error('the stream ended'))
        else waiting.push({ resolve, reject })
      }),
  }
}

function eventOf(block: string): Heard | undefined {
  const fields = new Map(
    block.split('\n').map((line) => [line.split(': ', 1)[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
  )
  const data = fields.get('data')
  if (data === undefined) return undefined
  const { topic = '', version = 0, state = null, reason, counts } = JSON.parse(data)
  const end = fields.get('event') === 'end' ? reason : undefined
  return { id: fields.get('id'), topic, version, state, end, counts }
}

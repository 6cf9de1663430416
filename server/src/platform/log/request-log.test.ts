import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { requestLog } from './request-log.ts'

async function logged(url: string, headers: Record<string, string> = {}): Promise<string[]> {
  const lines: string[] = []
  const app = Fastify({ logger: requestLog('info', { write: (line) => lines.push(line) }) })
  app.get('/read', async (request) => {
    request.log.info({ req: { headers: request.headers } }, 'with headers')
    request.log.info({ req: request }, 'with all of it')
    return 'ok'
  })
  await app.inject({ url, headers })
  await app.close()
  return lines
}

it('names the address of a request without its query', async () => {
  const [incoming = ''] = await logged('/read?endpoint=https%3A%2F%2Fpush.test%2Fsecret')
  expect(JSON.parse(incoming)).toMatchObject({ reqId: expect.any(String), req: { method: 'GET', url: '/read' } })
  expect(incoming).not.toContain('secret')
})

it('writes no cookies or tokens when request headers are logged', async () => {
  const lines = await logged('/read', { cookie: 'session=abc', authorization: 'Bearer def' })
  expect(lines).toHaveLength(4)
  expect(lines.join('')).not.toMatch(/abc|def/)
})

it('writes one line of JSON per entry, whatever the address contains', async () => {
  const lines = await logged('/nothing%0A%7B%22level%22%3A60%7D')
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(line.slice(0, -1)).not.toContain('\n')
  expect(lines.map((line) => JSON.parse(line).level)).not.toContain(60)
})

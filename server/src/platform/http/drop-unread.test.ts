import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { dropUnread } from './drop-unread.ts'

let server: Server
let client: Socket
afterEach(() => {
  client.destroy()
  server.close()
})

async function ask(listener: RequestListener): Promise<void> {
  server = createServer(listener)
  dropUnread(server, 20)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  client.write('GET / HTTP/1.1\r\nhost: aura.test\r\n\r\n')
}

it('closes the connection of a client that reads nothing', async () => {
  const closed = new Promise<void>((resolve) => {
    void ask((request, response) => {
      request.socket.once('close', () => resolve())
      response.end(Buffer.alloc(64 * 1024 * 1024))
    })
  })
  await closed
})

it('waits for a handler, however long it takes', async () => {
  await ask((_request, response) => response.once('timeout', () => setImmediate(() => response.end('late'))))
  const text = await new Promise<string>((resolve) => client.once('data', (part) => resolve(String(part))))
  expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*late/)
})

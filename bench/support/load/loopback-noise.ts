/** Sends bytes to itself over loopback as fast as it can, until it is killed: a core that is as busy as an edge's. */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

const CHUNK = Buffer.alloc(4_096)

const server = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
if (address === null || typeof address === 'string') throw new Error('it listens on no port')
const sender = connect(address.port, '127.0.0.1')
const send = () => {
  while (sender.write(CHUNK));
}
sender.on('connect', send).on('drain', send)
process.send?.({ ready: true })

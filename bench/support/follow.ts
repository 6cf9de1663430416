import { connect, type Socket } from 'node:net'
import { type Asked, headersOf } from './ask.ts'

/**
 * Follows live topics, separated by commas, and calls `hear` with the text of each event. Resolves with 200 once the
 * first state is there, with the status of a refusal, or with 0 if the stream ends before. Uses a bare socket, because a
 * crowd must cost less than its server.
 */
export function follow(
  { port, topics, ...person }: Pick<Asked, 'port' | 'from' | 'cookie'> & { topics: string },
  hear: (event: string) => void = () => {},
): Promise<{ status: number; socket: Socket }> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }).setEncoding('utf8')
    const lines = Object.entries(headersOf(person)).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`GET /api/live?topics=${topics} HTTP/1.1\r\n${lines.join('')}\r\n`)
    socket.on('error', () => {})
    socket.on('close', () => resolve({ status: 0, socket }))
    let [status, pending] = [0, '']
    socket.on('data', (text: string) => {
      status ||= Number(text.slice(9, 12))
      const events = (pending + text).split('\n\n')
      pending = events.pop() ?? ''
      if (status !== 200 || events.some((event) => event.includes('\ndata: '))) resolve({ status, socket })
      for (const event of events) hear(event)
    })
  })
}

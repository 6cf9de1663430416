import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { beforeEach, expect, it } from 'vitest'
import { Connection } from './connection.ts'
import type { Hub } from './hub.ts'

/** A socket that takes one frame at a time. */
class SlowSocket extends EventEmitter {
  readonly sent: string[] = []
  writable = true
  destroyed = false
  writableLength = 0
  write(frame: Buffer): void {
    this.sent.push(frame.toString())
    this.writableLength = 1
  }
  drain(): void {
    this.writableLength = 0
    this.emit('drain')
  }
  destroySoon(): void {
    this.writable = false
  }
  destroy(): void {
    this.destroyed = true
  }
}

let socket: SlowSocket
let connection: Connection
const topics = ['a', 'b', 'c', 'd']
beforeEach(() => {
  socket = new SlowSocket()
  const hub = { catchUp: (_: unknown, topic: string) => connection.write(Buffer.from(`newest ${topic}`), topic) }
  connection = new Connection(socket as unknown as Socket, { hub: hub as unknown as Hub, maxQueuedBytes: 0 })
})

it('gets what was skipped, each once and in turn, however little is read at a time', () => {
  for (const topic of topics) connection.write(Buffer.from(topic), topic)
  expect(socket.sent).toEqual(['a'])
  socket.drain()
  connection.write(Buffer.from('a again'), 'a')
  for (const _ of topics) socket.drain()
  expect(socket.sent).toEqual(['a', 'newest b', 'newest c', 'newest d', 'newest a'])
  expect(connection.beat()).toBe(true)
})

it('is closed when nothing got through since the last beat', () => {
  connection.write(Buffer.from('a'), 'a')
  expect(connection.beat()).toBe(false)
  expect(socket.destroyed).toBe(false)
  expect(connection.beat()).toBe(false)
  expect(socket.destroyed).toBe(true)
})

it('ends once, and is closed at the next beat if the end does not get through', () => {
  connection.end('session')
  connection.end('shutdown')
  expect(socket.sent).toEqual(['event: end\ndata: {"reason":"session"}\n\n'])
  expect(connection.beat()).toBe(false)
  expect(socket.destroyed).toBe(true)
})

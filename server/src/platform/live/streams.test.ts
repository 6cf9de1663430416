import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { TestClock } from '../../../../tests/server/fakes.ts'
import { Connection } from './connection.ts'
import { Hub } from './hub.ts'
import { Slices } from './slices.ts'
import { BEAT_ROUNDS, Streams } from './streams.ts'
import { Viewers } from './viewers.ts'

const pace = { fastestMs: 0, slowestMs: 1_000, messagesPerS: 20_000, readsPerS: 500 }
const unlimited = Number.POSITIVE_INFINITY

function crowdOf(count: number) {
  const slices = new Slices(2)
  const clock = new TestClock('2026-03-02T12:00:00Z')
  const viewers = new Viewers({ clock, limits: { viewerMs: 45_000, visitorsPerAddress: unlimited } })
  const hub = new Hub({ read: async () => null, pace, slices, onError: () => {} })
  const streams = new Streams({
    ...{ hub, viewers, slices, findUsers: async () => [] },
    sources: [{ kind: 'battle', access: 'everyone', hasViewers: true }],
    limits: { streams: unlimited, streamsPerAddress: unlimited, streamsPerUser: unlimited },
  })
  const beats = Array.from({ length: count }, () => 0)
  const leave = beats.map((_, index) => {
    const socket = { writable: true, writableLength: 0, write: () => (beats[index] = (beats[index] ?? 0) + 1) }
    const connection = new Connection(socket as unknown as Socket, { hub, maxQueuedBytes: 0 })
    const viewer = { key: String(index), networks: [] }
    const stream = { ip: '203.0.113.7', userId: undefined, tokenHash: undefined, topics: [], viewer, seen: new Map() }
    return streams.open(connection, stream)
  })
  return { streams, beats, leave }
}

it('a crowd that comes at once beats in turns of equal size, each of it once in a round', async () => {
  const { streams, beats } = crowdOf(4 * BEAT_ROUNDS)
  for (let beat = 1; beat <= BEAT_ROUNDS; beat++) {
    await streams.beat()
    expect(beats.filter((count) => count === 1)).toHaveLength(4 * beat)
  }
  await streams.beat()
  expect(beats.filter((count) => count === 2)).toHaveLength(4)
})

it('who has left beats no more', async () => {
  const { streams, beats, leave } = crowdOf(2 * BEAT_ROUNDS)
  for (const [index, left] of leave.entries()) if (index % 2 === 0) left()
  for (let beat = 0; beat < BEAT_ROUNDS; beat++) await streams.beat()
  expect(beats).toEqual(beats.map((_, index) => index % 2))
  expect(streams.size).toBe(BEAT_ROUNDS)
})

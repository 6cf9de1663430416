import { expect, it, vi } from 'vitest'
import { startNats } from '../../../../../tests/server/nats/start-nats.ts'
import { defaultLimits } from '../../../limits.ts'
import { Hub } from '../hub.ts'
import { Slices } from '../slices.ts'
import type { TellAnswer } from './edge-protocol.ts'
import { liveNats } from './live-nats.ts'
import { NobodyResponds, openNats } from './nats-link.ts'
import { publishToEdges } from './publish-to-edges.ts'

const PATIENCE = { timeout: 60_000 }

it('answers for a topic that does not exist and tells it no longer, and the same once a topic is gone', async () => {
  const nats = await startNats()
  const [server, edge] = [openNats([nats.url], 'server'), openNats([nats.url], 'edge')].map((link) =>
    liveNats(link, 'https://aura.test'),
  ) as [ReturnType<typeof liveNats>, ReturnType<typeof liveNats>]
  const { subjects } = edge
  const states = new Map([['board:1', { value: 1 }]])
  const read = async (topic: string) => states.get(topic) ?? null
  const hub = new Hub({ read, pace: defaultLimits.live, slices: new Slices(4) })
  const publisher = publishToEdges({
    nats: server,
    hub,
    sources: [{ kind: 'board', access: 'everyone', read: async () => [] }],
    read,
    viewingKey: 'a key',
    renewMs: 1_000_000,
    findUsers: async () => [],
    onError: (error) => expect.unreachable(String(error)),
  })
  await vi.waitFor(() => expect([server.link.isConnected, edge.link.isConnected]).toEqual([true, true]), PATIENCE)
  const ask = async (topic: string) =>
    JSON.parse(await edge.link.request(subjects.anyTeller, topic, 60_000)) as TellAnswer
  await vi.waitFor(() => ask('board:1'), PATIENCE)
  expect(publisher.topics).toBe(1)
  expect(await ask('board:none')).toMatchObject({ frame: expect.stringContaining('"state":null') })
  expect([publisher.topics, hub.topics]).toEqual([1, 1])
  await expect(edge.link.request(subjects.teller('board:none'), '', 60_000)).rejects.toThrow(NobodyResponds)

  const heard = Promise.withResolvers<string>()
  edge.link.subscribe(subjects.state('board:1'), heard.resolve)
  await ask('board:1')
  states.delete('board:1')
  hub.changed('board:1')
  expect(await heard.promise).toContain('"state":null')
  expect([publisher.topics, hub.topics]).toEqual([0, 0])

  publisher.close()
  hub.close()
  await Promise.all([server.link.close(), edge.link.close()])
  await nats.stop()
})

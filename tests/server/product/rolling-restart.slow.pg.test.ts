import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startBalancer } from './balancer.ts'
import { openStage } from './stage.ts'
import { type Heard, startTraffic } from './traffic.ts'
import { startViewers } from './viewers.ts'

const CROWD = { gift: 2, claim: 1, challenge: 1, read: 3 }
const VIEWERS = 60
const DRAIN_SECONDS = 4
const UP_WITHIN_MS = 60_000
const TOO_MANY = 429

const isFailure = ({ status }: Heard) => status === 'no answer' || status >= 500 || status === TOO_MANY

async function until(isDone: () => boolean): Promise<void> {
  const giveUpMs = performance.now() + UP_WITHIN_MS
  while (!isDone()) {
    if (performance.now() > giveUpMs) throw new Error(`not there within ${UP_WITHIN_MS} ms: ${isDone}`)
    await pause(20)
  }
}

it('fails no request and breaks off no stream while three servers are replaced [access.restart-without-pause]', async () => {
  const stage = await openStage({ servers: 3, settings: { DRAIN_SECONDS: String(DRAIN_SECONDS) } })
  const { servers } = stage
  const balancer = await startBalancer({ ports: servers.map(({ port }) => port), checkMs: 250 })
  try {
    const { battles, people } = await stage.gather(CROWD)
    const viewers = startViewers({ port: balancer.port, topic: `battle:${battles[0].id}`, count: VIEWERS })
    // Both halves of the crowd go through the balancer.
    const traffic = startTraffic({ servers: () => [balancer, balancer], crowd: CROWD, people, battles, seed: 11 })
    await until(() => viewers.open() === VIEWERS)
    for (const [index, { port }] of [...servers].entries()) {
      const signalledMs = performance.now()
      await servers[index]?.stop()
      servers[index] = await stage.startServer(index, port)
      await until(() => balancer.isUp(port))
      const sentAt = viewers.ends.filter((end) => end.port === port && end.atMs > signalledMs).map(({ atMs }) => atMs)
      expect(sentAt.length).toBeGreaterThan(0)
      // The ends are spread over the drain: less than half of them come within a tenth of it.
      const withinATenth = sentAt.map((from) => sentAt.filter((at) => at >= from && at < from + DRAIN_SECONDS * 100))
      expect(Math.max(...withinATenth.map(({ length }) => length))).toBeLessThanOrEqual(sentAt.length / 2)
    }
    await traffic.finish()
    await viewers.stop()
    expect(await stage.compare(traffic, isFailure)).toEqual({ lost: [], doubled: [], failed: [], broken: [] })
    expect(viewers.failures).toEqual([])
    expect(traffic.heard.filter(({ status }) => status === 200).length).toBeGreaterThan(50)
  } finally {
    await balancer.stop()
    await stage.close()
  }
})

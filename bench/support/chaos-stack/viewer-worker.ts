/** Viewers of one battle in a process of their own, at several addresses. Remembers how many gifts each was shown. */

import { startViewers, type Viewers } from '../rolling/viewers.ts'
import { seeded } from '../seeded.ts'

export interface ViewersStart {
  battleId: string
  seed: number
  groups: readonly { port: number; count: number }[]
}

export type ViewersOrder = { op: 'shown'; moreThan: number } | { op: 'stop' }

export interface ViewersReport {
  /** Of each group: viewers with an open stream, and those who were shown more gifts than asked about. */
  open: number[]
  shown: number[]
  /** Streams that were refused or broke off, at times of `Date.now()`. Empty until the end. */
  failures: { why: string; atMs: number }[]
}

const COUNT = Buffer.from('"giftCount":')
const DIGITS = 9

/** States of a battle are much alike, so the next one has it near there. */
let usuallyAt = 0
const NEAR = 64

function giftCountIn(data: Buffer): number | null {
  const near = data.indexOf(COUNT, Math.max(0, usuallyAt - NEAR))
  const at = near < 0 ? data.indexOf(COUNT) : near
  usuallyAt = Math.max(0, at)
  return at < 0 ? null : Number.parseInt(data.toString('latin1', at + COUNT.length, at + COUNT.length + DIGITS), 10)
}

function main({ battleId, seed, groups }: ViewersStart): void {
  const random = seeded(seed)
  const counts: number[][] = []
  const all: Viewers[] = groups.map(({ port, count }, crowd) => {
    const mine = new Array<number>(count).fill(-1)
    counts.push(mine)
    const onData = (viewer: number, data: Buffer) => {
      const shown = giftCountIn(data)
      if (shown !== null) mine[viewer] = shown
    }
    return startViewers({ port, topic: `battle:${battleId}`, count, random, crowd, onData })
  })
  const report = (moreThan: number, failures: ViewersReport['failures']) =>
    process.send?.({
      open: all.map((viewers) => viewers.open()),
      shown: counts.map((mine) => mine.filter((count) => count > moreThan).length),
      failures,
    } satisfies ViewersReport)
  process.on('message', async (order: ViewersOrder) => {
    if (order.op === 'shown') return report(order.moreThan, [])
    await Promise.all(all.map((viewers) => viewers.stop()))
    const failures = all.flatMap((viewers) => viewers.failures)
    report(
      -1,
      failures.map(({ why, atMs }) => ({ why, atMs: performance.timeOrigin + atMs })),
    )
    process.disconnect()
  })
  process.on('disconnect', () => process.exit(0))
}

main(JSON.parse(process.argv[2] ?? '') as ViewersStart)

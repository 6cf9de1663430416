/** Viewers of battles of rounds, who follow them by streams and answer each question some time after it opened. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Arena } from '../../tests/server/product/arena.ts'
import type { Person } from '../../tests/server/product/people.ts'
import { askUntilHeard, newAgent } from '../support/ask.ts'
import { follow } from '../support/follow.ts'

export interface CrowdStart {
  port: number
  /** Milliseconds from the opening to an answer: least and most. */
  thinkMs: readonly [number, number]
}
export type CrowdOrder = { watching: readonly { id: Arena['id']; viewer: Person }[] } | 'results'
export interface CrowdResult {
  /** Of each response that accepted an answer. */
  acceptedMs: number[]
  /** Answers that were accepted, as `battle/round/person`; a repeated one counts once. */
  accepted: number
  /** Answers that came after their round was closed. */
  late: number
  /** Answers that got any other response. */
  failed: number
  /** Seconds from the first answer to the last. */
  seconds: number
}

/** One viewer in this number sends their answer twice at once. */
const TWICE = 10
const AT_ONCE = 200
/**
 * Connections for answers, which take whichever is free first, as with Caddy. Node accepts one connection per turn of its
 * event loop, so answers that each opened a new one during a pause of the server would mostly wait for that.
 */
const CONNECTIONS = 64

const { port, thinkMs } = JSON.parse(process.argv[2] ?? '') as CrowdStart
const agent = newAgent(CONNECTIONS)
const result: CrowdResult = { acceptedMs: [], accepted: 0, late: 0, failed: 0, seconds: 0 }
const answers: Promise<void>[] = []
let firstMs = 0

async function answer(battleId: string, number: number, viewer: Person, isTwice: boolean): Promise<void> {
  const [least, most] = thinkMs
  await pause(least + Math.random() * (most - least))
  firstMs ||= performance.now()
  const asked = {
    ...{ port, agent, from: viewer.address, cookie: viewer.cookie, method: 'POST' },
    path: `/api/battles/${battleId}/rounds/${number}/answer`,
    body: { choice: [0], cheersForId: null },
  }
  const replies = await Promise.all((isTwice ? [asked, asked] : [asked]).map(askUntilHeard))
  result.seconds = (performance.now() - firstMs) / 1_000
  if (replies.some(({ status }) => status === 200)) result.accepted += 1
  for (const { status, ms } of replies) {
    if (status === 200) result.acceptedMs.push(ms)
    else if (status === 409) result.late += 1
    else result.failed += 1
  }
}

async function watch(battleId: string, viewer: Person, index: number): Promise<void> {
  let answered = 0
  const { status } = await follow(
    { port, topics: `rounds:${battleId},battle:${battleId}`, from: viewer.address, cookie: viewer.cookie },
    (event) => {
      const number = Number(/"open":\{"number":(\d+)/.exec(event)?.[1] ?? 0)
      if (number <= answered) return
      answered = number
      answers.push(answer(battleId, number, viewer, index % TWICE === 0))
    },
  )
  if (status !== 200) throw new Error(`a stream got ${status}`)
}

process.on('message', async (order: CrowdOrder) => {
  if (order === 'results') {
    await Promise.all(answers)
    return void process.send?.(result)
  }
  for (let first = 0; first < order.watching.length; first += AT_ONCE) {
    const some = order.watching.slice(first, first + AT_ONCE)
    await Promise.all(some.map(({ id, viewer }, index) => watch(id, viewer, index)))
  }
  process.send?.('ready')
})
process.on('disconnect', () => process.exit(0))

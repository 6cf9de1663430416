/** Viewers of battles of rounds, who follow them by streams and answer each question some time after it opened. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Person } from '../../tests/server/product/people.ts'
import { askUntilHeard, newAgent } from '../support/ask.ts'
import { given, share } from '../support/child.ts'
import { follow } from '../support/follow.ts'

/** One viewer in this number sends their answer twice at once. */
const TWICE = 10
const AT_ONCE = 200
/**
 * Connections for answers, which take whichever is free first, as with Caddy. Node accepts one connection per turn of its
 * event loop, so answers that each opened a new one during a pause of the server would mostly wait for that.
 */
const CONNECTIONS = 64

/** `thinkMs` are the milliseconds from the opening to an answer: least and most. */
const { port, thinkMs } = given<{ port: number; thinkMs: readonly [number, number] }>()
const agent = newAgent(CONNECTIONS)
const result = {
  /** Of each response that accepted an answer. */
  acceptedMs: [] as number[],
  /** Answers that were accepted; one sent twice counts once. */
  accepted: 0,
  /** Answers that came after their round was closed, and those with any other response. */
  late: 0,
  failed: 0,
}
const answers: Promise<void>[] = []

async function answer(battleId: string, number: number, viewer: Person, isTwice: boolean): Promise<void> {
  const [least, most] = thinkMs
  await pause(least + Math.random() * (most - least))
  const asked = {
    ...{ port, agent, from: viewer.address, cookie: viewer.cookie, method: 'POST' },
    path: `/api/battles/${battleId}/rounds/${number}/answer`,
    body: { choice: [0], cheersForId: null },
  }
  const replies = await Promise.all((isTwice ? [asked, asked] : [asked]).map(askUntilHeard))
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

const shared = {
  async watch(watching: readonly { id: string; viewer: Person }[]) {
    for (let first = 0; first < watching.length; first += AT_ONCE) {
      const some = watching.slice(first, first + AT_ONCE)
      await Promise.all(some.map(({ id, viewer }, index) => watch(id, viewer, index)))
    }
  },
  async results() {
    await Promise.all(answers)
    return result
  },
}
export type Crowd = typeof shared
share(shared)

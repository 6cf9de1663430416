/**
 * Participants of battles of rounds, each behind a line of their own: whatever they receive or send waits half of its
 * round trip, which varies by a tenth. All know every answer. Both battles of a pair have people who think alike, behind
 * exchanged lines, so that only lines make a difference.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { rng } from '@aura/drawing/random'
import type { Rounds } from '../../api/src/calls/battles/rounds.ts'
import { SIDES, type Side } from '../../server/src/features/battles/battle.rules.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { solutionOf } from '../../tests/server/actors/rounds.ts'
import type { Person } from '../../tests/server/product/people.ts'
import { askUntilHeard, newAgent } from '../support/ask.ts'
import { given, share } from '../support/child.ts'
import { follow } from '../support/follow.ts'

export interface Duel {
  id: string
  people: Record<Side, Person>
  /** Round trips in milliseconds. */
  lines: Record<Side, number>
  seed: number
}
export interface DuelsStart {
  port: number
  databaseUrl: string
  /** Milliseconds that a question takes to answer: least and most. */
  thinkMs: readonly [number, number]
  /** Milliseconds over which battles begin. */
  spreadMs: number
}
const FIRST_PINGS = 5
const PING_MS = 3_000
/** More rounds than a battle has. */
const ROUNDS = 12

const { port, databaseUrl, thinkMs, spreadMs } = given<DuelsStart>()
const agent = newAgent()
const db = await openPg({ url: databaseUrl, poolSize: 2 })

/**
 * Plays a battle. Returns of each round who won it and who had the better line, whether both answers came in time, which a
 * busy client may prevent, how far apart the opening arrived at the two lines, and how long after it the later one was.
 */
async function play(duel: Duel) {
  const { id, lines, seed } = duel
  const random = rng(seed)
  const [least, most] = thinkMs
  const think = () => least + random() * (most - least)
  const thinks = Array.from({ length: ROUNDS }, () => ({ challenger: think(), opponent: think() }))
  const openings = new Map<number, { at: number; openedMs: number }[]>()
  const missed = new Set<number>()
  const [last] = (await Promise.all(SIDES.map(takePart))) as [Rounds]
  const better: Side = lines.challenger < lines.opponent ? 'challenger' : 'opponent'
  return last.results.map(({ number, result }) => {
    const [one, two] = openings.get(number) ?? []
    if (!one || !two) throw new Error(`round ${number} of ${id} didn’t open for both`)
    const [apartMs, openedMs] = [Math.abs(one.at - two.at), Math.max(one.openedMs, two.openedMs)]
    return { result, better, isWhole: !missed.has(number), apartMs, openedMs }
  })

  async function takePart(side: Side): Promise<Rounds> {
    const { cookie, address: from } = duel.people[side]
    const way = () => pause((lines[side] / 2) * (0.9 + 0.2 * Math.random()))
    const post = (what: string, body?: unknown) =>
      askUntilHeard({ port, agent, from, cookie, method: 'POST', path: `/api/battles/${id}/rounds/${what}`, body })
    let isOver = false
    const over = Promise.withResolvers<Rounds>()

    async function ping(): Promise<void> {
      for (let nr = 1; !isOver; nr++) {
        const { token } = JSON.parse((await post('ping', { token: null })).text) as { token: string }
        await way()
        await way()
        await post('ping', { token })
        if (nr >= FIRST_PINGS) await pause(PING_MS)
      }
    }
    async function answer(number: number): Promise<void> {
      await way()
      const { right } = await solutionOf({ db }, id)
      await pause(thinks[number - 1]?.[side] ?? 0)
      await way()
      const { status, text } = await post(`${number}/answer`, { choice: right, cheersForId: null })
      if (status === 409) missed.add(number)
      else if (status !== 200) throw new Error(`an answer got ${status}: ${text}`)
    }
    let answered = 0
    const { socket } = await follow({ port, topics: `duel:${id}`, from, cookie }, (event) => {
      const at = performance.now()
      const data = /^data: (\{"topic":.*)$/m.exec(event)?.[1]
      if (!data) return
      const [state] = Object.values((JSON.parse(data) as { state: Record<string, Rounds> }).state)
      if (!state) return
      const { open, phase } = state
      if (phase === 'over') over.resolve(state)
      if (!open || open.number <= answered) return
      answered = open.number
      const openedMs = Date.now() - Date.parse(open.openedAt)
      openings.set(open.number, [...(openings.get(open.number) ?? []), { at, openedMs }])
      void answer(open.number).catch(over.reject)
    })
    void ping().catch(over.reject)
    await pause(spreadMs * random())
    const { status, text } = await post('ready')
    if (status !== 200) throw new Error(`being ready got ${status}: ${text}`)
    const end = await over.promise
    isOver = true
    socket.destroy()
    return end
  }
}

const shared = { play: async (duels: readonly Duel[]) => (await Promise.all(duels.map(play))).flat() }
export type Duels = typeof shared
share(shared)

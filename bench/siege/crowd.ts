import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { answerAll, type Lesson, solveLab } from '../../tests/server/actors/learning.ts'
import { type Asked, ask, newAgent } from '../support/ask.ts'
import { follow } from '../support/follow.ts'
import type { SiegeWorld } from './seed.ts'

/** A user with an address of their own. Visitors have no account. */
export type Person = Pick<Asked, 'from' | 'cookie'>

export interface CrowdReport {
  ms: Record<string, number[]>
  /** Unexpected responses, by action and status. */
  unexpected: Record<string, number>
  fiveHundreds: number
  /** Runs that solve a lab and were not accepted. */
  labsRefused: number
}

const pick = <T>(all: readonly T[]): T => all[randomInt(all.length)] as T
const thinking = () => pause(300 + randomInt(600))

/** A new process is still compiling. */
const WARM_UP_MS = 5_000

/** Lets each of these people use the product and reports on `forMs` after a warm-up. */
export async function useProduct(
  people: readonly Person[],
  { port, world, forMs, onWarm }: { port: number; world: SiegeWorld; forMs: number; onWarm: () => void },
): Promise<CrowdReport> {
  const report: CrowdReport = { ms: {}, unexpected: {}, fiveHundreds: 0, labsRefused: 0 }
  const agent = newAgent()
  const untilMs = performance.now() + WARM_UP_MS + forMs
  setTimeout(() => {
    report.ms = {}
    onWarm()
  }, WARM_UP_MS)
  await Promise.all(people.map(visit))
  agent.destroy()
  return report

  async function visit(person: Person): Promise<void> {
    let [hasLearned, closeStream] = [false, () => {}]
    const page = (path: string) => send('page', { path, headers: { accept: 'text/html' } })
    const get = (what: string, path: string) => send(what, { path })
    const post = (what: string, path: string, body: object) =>
      send(what, { path, method: 'POST', body, headers: { 'idempotency-key': randomUUID() } })
    const dailyLessons = async (): Promise<Lesson[]> => read(await get('lesson', '/api/lessons/daily'), '[]')
    const { landing, dashboard, gift, lesson, lab, ...asAnybody } = {
      landing: () => Promise.all([page('/'), get('landing', '/api/stats'), get('landing', '/api/config')]),
      battles() {
        const view = pick(['all', 'live', 'upcoming', 'completed'])
        return Promise.all([get('list', `/api/battles?view=${view}`), get('list', '/api/battles/counts')])
      },
      async battle() {
        const { id } = pick(world.live)
        await page(`/battles/${id}`)
        await Promise.all([get('battle', `/api/battles/${id}`), get('battle', `/api/battles/${id}/votes`)])
      },
      leaderboard: () => get('leaderboard', '/api/leaderboard'),
      receipt: () => get('receipt', `/api/battles/${pick(world.past)}/receipt`),
      /** Replaces the page's stream and measures the time until its first state. */
      async stream() {
        closeStream()
        const topics = `battles,battle:${pick(world.live).id}${person.cookie ? ',user' : ''}`
        const beganMs = performance.now()
        const { status, socket } = await follow({ port, topics, ...person })
        note('stream', { status, ms: performance.now() - beganMs })
        closeStream = () => socket.destroy()
      },
      dashboard() {
        const reads = ['auth/user', 'lessons/daily', 'streak', 'battles/user', 'notifications', 'steeze/balance']
        return Promise.all([...reads, 'leaderboard/me'].map((read) => get('dashboard', `/api/${read}`)))
      },
      gift() {
        const { id, sides } = pick(world.live)
        return post('gift', '/api/battles/gift', { battleId: id, participantId: pick(sides), amount: 1 })
      },
      /** Passes one lesson of the day if any is left; otherwise only views them. */
      async lesson() {
        const next = (await dailyLessons()).find(({ completed }) => !completed)
        if (!next || hasLearned) return
        hasLearned = true
        await answerAll(next, async (answer) => read(await post('lesson', `/api/lessons/${next.id}/quiz`, { answer })))
        if (next.lab) await solve(next.id)
        await post('lesson', '/api/lessons/complete', { lessonId: next.id })
      },
      /** Solves the lab of a lesson of the day, again if it is done already. */
      async lab() {
        const withLab = (await dailyLessons()).find((each) => each.lab)
        if (withLab) await solve(withLab.id)
      },
    }
    const anybody = Object.values(asAnybody)
    const signedIn = [...anybody, dashboard, dashboard, gift, gift, lesson, lab, asAnybody.battle]
    const actions = person.cookie ? signedIn : [landing, ...anybody]
    await thinking()
    while (performance.now() < untilMs) {
      await pick<() => Promise<unknown>>(actions)()
      await thinking()
    }
    closeStream()

    async function send(what: string, sent: Pick<Asked, 'path' | 'method' | 'body' | 'headers'>) {
      const reply = await ask({ port, agent, ...person, ...sent }, what === 'lesson' || what === 'lab')
      note(what, reply)
      return reply
    }
    function solve(id: string): Promise<void> {
      const path = `/api/lessons/${id}/lab`
      return solveLab(
        { lab: { done: false } },
        {
          open: async () => read(await get('lesson', path)),
          async submit(transcript) {
            const reply = await post('lab', path, { transcript })
            if (reply.status !== 200 || read(reply).outcome !== 'solved') report.labsRefused++
          },
        },
      )
    }
  }

  function note(what: string, { status, ms }: { status: number; ms: number }): void {
    report.ms[what] ??= []
    report.ms[what].push(ms)
    if (status === 200) return
    if (status === 0 || status >= 500) report.fiveHundreds++
    const name = `${what} ${status}`
    report.unexpected[name] = (report.unexpected[name] ?? 0) + 1
  }
}

const read = ({ text }: { text: string }, empty = '{}') => JSON.parse(text || empty)

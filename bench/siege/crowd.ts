import { randomInt, randomUUID } from 'node:crypto'
import type { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { answerAll, type Lesson, solveLab } from '../../tests/server/actors/learning.ts'
import { ask, newAgent } from '../support/ask.ts'
import { follow } from '../support/follow.ts'
import type { SiegeWorld } from './seed.ts'

/** A user with an address of their own. Visitors have no account. */
export interface Person {
  from: string
  cookie?: string
}

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
  await Promise.all(
    people.map(async (person) => {
      const visit = new Visit(person, { port, world, report, agent })
      await thinking()
      while (performance.now() < untilMs) {
        await visit.doSomething()
        await thinking()
      }
      visit.leave()
    }),
  )
  agent.destroy()
  return report
}

interface VisitContext {
  port: number
  world: SiegeWorld
  report: CrowdReport
  agent: Agent
}

class Visit {
  readonly #person: Person
  readonly #at: VisitContext
  #hasLearned = false
  #closeStream = () => {}

  constructor(person: Person, at: VisitContext) {
    this.#person = person
    this.#at = at
  }

  doSomething(): Promise<unknown> {
    const asAnybody = [this.#landing, this.#battles, this.#battle, this.#leaderboard, this.#receipt, this.#stream]
    const asPerson = [this.#dashboard, this.#dashboard, this.#gift, this.#gift, this.#lesson, this.#lab, this.#battle]
    return pick(this.#person.cookie ? [...asAnybody.slice(1), ...asPerson] : asAnybody)()
  }

  leave(): void {
    this.#closeStream()
  }

  #landing = () =>
    Promise.all([this.#page('/'), this.#get('landing', '/api/stats'), this.#get('landing', '/api/config')])
  #battles = () =>
    Promise.all([
      this.#get('list', `/api/battles?view=${pick(['all', 'live', 'upcoming', 'completed'])}`),
      this.#get('list', '/api/battles/counts'),
    ])
  #battle = async () => {
    const { id } = pick(this.#at.world.live)
    await this.#page(`/battles/${id}`)
    await Promise.all([this.#get('battle', `/api/battles/${id}`), this.#get('battle', `/api/battles/${id}/votes`)])
  }
  #leaderboard = () => this.#get('leaderboard', '/api/leaderboard')
  #receipt = () => this.#get('receipt', `/api/battles/${pick(this.#at.world.past)}/receipt`)

  #dashboard = () => {
    const reads = ['auth/user', 'lessons/daily', 'streak', 'battles/user', 'notifications', 'steeze/balance']
    return Promise.all([...reads, 'leaderboard/me'].map((read) => this.#get('dashboard', `/api/${read}`)))
  }

  #gift = () => {
    const { id, sides } = pick(this.#at.world.live)
    return this.#post('gift', '/api/battles/gift', { battleId: id, participantId: pick(sides), amount: 1 })
  }

  /** Passes one lesson of the day if any is left; otherwise only views them. */
  #lesson = async () => {
    const { text } = await this.#get('lesson', '/api/lessons/daily')
    const lessons = JSON.parse(text || '[]') as Lesson[]
    const next = lessons.find(({ completed }) => !completed)
    if (!next || this.#hasLearned) return
    this.#hasLearned = true
    await answerAll(next, async (answer) =>
      JSON.parse((await this.#post('lesson', `/api/lessons/${next.id}/quiz`, { answer })).text || '{}'),
    )
    if (next.lab) await this.#solve(next.id)
    await this.#post('lesson', '/api/lessons/complete', { lessonId: next.id })
  }

  /** Solves the lab of a lesson of the day, again if it is done already. */
  #lab = async () => {
    const { text } = await this.#get('lesson', '/api/lessons/daily')
    const withLab = (JSON.parse(text || '[]') as Lesson[]).find(({ lab }) => lab)
    if (withLab) await this.#solve(withLab.id)
  }

  #solve = (id: string) =>
    solveLab(
      { lab: { done: false } },
      {
        open: async () => JSON.parse((await this.#get('lesson', `/api/lessons/${id}/lab`)).text),
        submit: async (transcript) => {
          const { status, text } = await this.#post('lab', `/api/lessons/${id}/lab`, { transcript })
          if (status !== 200 || JSON.parse(text).outcome !== 'solved') this.#at.report.labsRefused++
        },
      },
    )

  /** Replaces the page's stream and measures the time until its first state. */
  #stream = async () => {
    this.#closeStream()
    const { port, world, report } = this.#at
    const topics = `battles,battle:${pick(world.live).id}${this.#person.cookie ? ',user' : ''}`
    const beganMs = performance.now()
    const { status, socket } = await follow({ port, topics, ...this.#person })
    note(report, 'stream', { status, ms: performance.now() - beganMs })
    this.#closeStream = () => socket.destroy()
  }

  #page = (path: string) => this.#send('page', { path, headers: { accept: 'text/html' } })
  #get = (what: string, path: string) => this.#send(what, { path })
  #post = (what: string, path: string, body: unknown) =>
    this.#send(what, { path, method: 'POST', body, headers: { 'idempotency-key': randomUUID() } })

  async #send(what: string, sent: { path: string; method?: string; body?: unknown; headers?: Record<string, string> }) {
    const { port, agent, report } = this.#at
    const reply = await ask({ port, agent, ...this.#person, ...sent }, what === 'lesson' || what === 'lab')
    note(report, what, reply)
    return reply
  }
}

function note(report: CrowdReport, what: string, { status, ms }: { status: number; ms: number }): void {
  report.ms[what] ??= []
  report.ms[what].push(ms)
  if (status === 200) return
  if (status === 0 || status >= 500) report.fiveHundreds++
  const name = `${what} ${status}`
  report.unexpected[name] = (report.unexpected[name] ?? 0) + 1
}

import { setTimeout as pause } from 'node:timers/promises'
import { type Receipt, receiptFaults } from '@aura/api/receipt-faults'
import { rng } from '@aura/drawing/random'
import type { Rounds } from '../../api/src/calls/battles/rounds.ts'
import { auditBattles } from '../../server/src/features/battles/audit-battles.ts'
import type { Side } from '../../server/src/features/battles/battle.rules.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { solutionOf } from '../../tests/server/actors/rounds.ts'
import { type Arena, makeRounds, productContext } from '../../tests/server/product/arena.ts'
import { insist, type Person, type Sent, signIn } from '../../tests/server/product/people.ts'
import { testSettings } from '../../tests/server/test-settings.ts'
import { auditedTransfers } from '../support/database.ts'
import { startProduct } from '../support/programs.ts'
import { stepsOf } from './battle-rounds.ts'

/** The step that a battle is about to take when the server is killed; `any`: a random moment. */
const STEPS = ['lobby', 'opening', 'answers', 'reveal', 'settlement', 'any'] as const
type Step = (typeof STEPS)[number]

const AT_ONCE = 4
const STAKE = 10
/** AP of a new account with a wallet. */
const AP = 100
const OUTAGE_MS = 5_000
const DECIDED_WITHIN_MS = 120_000

interface Answered {
  number: number
  side: Side
  choice: unknown
  /** The choice that the response said counts: the first one, also for an answer that is sent again. Null if it was refused. */
  counted: unknown
}

/**
 * Kills the only server at each step of battles of rounds in turn, while four are played, and starts it again. Checks of
 * each battle that it ended once, that its points settled once and as its rounds went, that answers count as their
 * responses said, and that its receipt verifies; and at the end that ledger and battles add up. Returns what contradicts
 * as `faults`, and how many rounds outages interrupted, three of which call a battle off.
 */
export async function roundsKills({ url, kills, seed }: { url: string; kills: number; seed: number }) {
  const random = rng(seed)
  const db = await openPg({ url, poolSize: 4 })
  const ctx = productContext(db)
  const faults: string[] = []
  const counts = { kills, battles: 0, calledOff: 0, answers: 0, interrupted: 0, faults }
  const limits = { battleOutageMs: OUTAGE_MS }
  const settings = { origin: testSettings.origin, trustProxy: true }
  const start = () => startProduct({ databaseUrl: url, jobs: ['battles', 'heartbeats'], limits, settings })
  let server = await start()
  const reached = new EventTarget()
  const reach = (step: Step) => reached.dispatchEvent(new Event(step))
  const ask = async <T>(person: Person, sent: Sent) => {
    const patience = { hear: () => {}, retryMs: () => 20 + random() * 60, withinMs: DECIDED_WITHIN_MS }
    return (await insist(() => server.port, person, sent, patience)) as { status: number; code: string; body: T }
  }

  let isDone = false
  const tables = Array.from({ length: AT_ONCE }, async () => {
    while (!isDone) {
      const [arena] = (await makeRounds(ctx, 1)) as [Arena]
      const people = (await signIn(ctx, arena.sides)) as [Person, Person]
      const answers = await play(arena, people)
      counts.battles += 1
      counts.answers += answers.length
      await check(arena, people, answers)
    }
  })
  for (let kill = 0; kill < kills; kill++) {
    const step = STEPS[kill % STEPS.length] as Step
    if (step === 'any') await pause(random() * 5_000)
    else await new Promise((resolve) => reached.addEventListener(step, resolve, { once: true }))
    // From before the commit until after the response.
    await pause(random() * 25)
    await server.kill()
    server = await start()
  }
  isDone = true
  await Promise.all(tables)
  await server.kill()
  faults.push(...(await auditBattles(db)).broken.map((fault) => JSON.stringify(fault)))
  await auditedTransfers(db).finally(() => db.close())
  return counts

  async function play({ id }: Arena, people: readonly [Person, Person]): Promise<Answered[]> {
    const [challenger, opponent] = people
    const path = `/api/battles/${id}/rounds`
    const answered: Answered[] = []
    const ready = (person: Person) => ask(person, { method: 'POST', path: `${path}/ready` })
    await ready(challenger)
    reach('lobby')
    await ready(opponent)
    let closed = 0
    for (;;) {
      const { body: state } = await ask<Rounds>(challenger, { method: 'GET', path })
      const { phase, open, next, revealEndsAt } = state
      if (phase === 'over') return answered
      if (phase === 'lobby') await Promise.all(people.map(ready))
      if (phase === 'reveal' && state.results.length > closed) {
        closed = state.results.length
        reach('reveal')
      }
      const dueAt = next?.opensAt ?? revealEndsAt
      if (open) await answerBoth(open.number)
      else if (dueAt) {
        await pause(Math.max(20, Date.parse(dueAt) - Date.now() - 10))
        reach(next ? 'opening' : 'settlement')
      }
    }

    async function answerBoth(number: number): Promise<void> {
      const { right, wrong } = await solutionOf(ctx, id)
      for (const [side, person] of [['challenger', challenger] as const, ['opponent', opponent] as const]) {
        if (side === 'opponent') reach('answers')
        const choice = random() < 0.6 ? right : wrong
        const sent = { method: 'POST' as const, path: `${path}/${number}/answer`, body: { choice, cheersForId: null } }
        const { status, code, body } = await ask<{ choice: unknown }>(person, sent)
        if (status !== 200 && code !== 'ROUND_NOT_OPEN') throw new Error(`an answer got ${status} ${code}`)
        answered.push({ number, side, choice, counted: status === 200 ? body.choice : null })
      }
    }
  }

  async function check({ id }: Arena, people: readonly [Person, Person], answers: readonly Answered[]) {
    const expect = (isTrue: boolean, what: string) => void (isTrue || faults.push(`${id}: ${what}`))
    const { body: receipt } = await ask<Receipt>(people[0], { method: 'GET', path: `/api/battles/${id}/receipt` })
    for (const fault of await receiptFaults([receipt])) expect(false, fault)
    const { status, winnerId } = receipt.battle
    const ending = status === 'completed' ? 'settle' : 'void'
    const steps = await stepsOf(ctx, id)
    expect(steps === `create accept start ${ending}`, `it went ${steps}`)
    for (const person of people) {
      const { body } = await ask<{ auraPoints: number }>(person, { method: 'GET', path: '/api/auth/user' })
      const won = winnerId === null ? 0 : person.id === winnerId ? STAKE : -STAKE
      expect(body.auraPoints === AP + won, `${person.id} has ${body.auraPoints} AP after ${won}`)
    }
    const rounds = receipt.rounds?.rounds ?? []
    for (const { number, side, choice, counted } of answers) {
      const stored = `${rounds.find((round) => round.number === number)?.answers[side]?.choice}`
      expect(
        counted === null ? stored !== `${choice}` : stored === `${counted}`,
        `${side}’s answer ${choice} to round ${number} was taken as ${counted}, and is ${stored}`,
      )
    }
    const interrupted = rounds.filter(({ result }) => result === 'interrupted').length
    counts.interrupted += interrupted
    if (ending === 'void') {
      counts.calledOff += 1
      expect(interrupted === 3, `it was called off after ${interrupted} outages`)
    }
  }
}

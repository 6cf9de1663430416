import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { rng } from '@aura/drawing/random'
import { BATTLE_RULES } from '../../../api/src/rules/battles.ts'
import type { Arena } from './arena.ts'
import { insist, LESSONS, type Person, type Reply } from './people.ts'
import type { ProductServer } from './product-server.ts'

export type Kind = 'gift' | 'claim' | 'challenge' | 'read'

export interface Part {
  server: 0 | 1
  kind: Kind
}

/** A write, from its first attempt to the reply that decided it. */
export interface Wish extends Part {
  person: Person
  key: string
  call: string
  detail: Record<string, unknown>
  beganMs: number
  endedMs: number
  reply: Reply
}

export interface Heard extends Part {
  status: Reply['status']
  code: string
  requestId: string
  atMs: number
}

/** Number of clients per server, by kind. */
export type Crowd = Partial<Record<Kind, number>>

export interface Traffic {
  wishes: Wish[]
  heard: Heard[]
  /** Lets clients finish and resolves when everything is decided. */
  finish(): Promise<void>
}

interface TrafficPlan {
  servers: () => readonly Pick<ProductServer, 'port'>[]
  crowd: Crowd
  people: readonly Person[]
  /** The first battle gets half of the gifts. */
  battles: readonly Arena[]
  seed: number
}

/** Number of challengers, who send each other 20 challenges a day. */
const CHALLENGERS = 4
const GIVERS = 3
const PEOPLE: Record<Kind, number> = { gift: GIVERS, claim: 1, challenge: CHALLENGERS, read: 1 }
const KINDS: readonly Kind[] = ['gift', 'claim', 'challenge', 'read']
/** Pauses between wishes, long enough for the rate limits. */
const PACE_MS: Record<Kind, number> = { gift: 400, claim: 2_500, challenge: 500, read: 250 }
const RETRY_MS = 250
const DECIDED_WITHIN_MS = 60_000
const HOUR_MS = 3_600_000
const STAKE = 10

/** Returns how many challenges these people can send each other before one of them reaches a daily limit. */
const mostChallenges = (people: number): number =>
  people * Math.min(BATTLE_RULES.challengesPerDay, (people - 1) * BATTLE_RULES.challengesPerPairDay)

export const peopleFor = (crowd: Crowd): number =>
  2 * KINDS.reduce((sum, kind) => sum + (crowd[kind] ?? 0) * PEOPLE[kind], 0)

/** Starts clients on both servers that give, claim, challenge and read until told to finish. */
export function startTraffic(plan: TrafficPlan): Traffic {
  const { servers, crowd, people, battles } = plan
  const random = rng(plan.seed)
  const traffic = { wishes: [] as Wish[], heard: [] as Heard[] }
  let isOver = false
  let given = 0

  async function wish(part: Part, person: Person, call: string, body: unknown, detail = {}): Promise<Wish> {
    const [method, path] = call.split(' ') as ['GET' | 'POST', string]
    const beganMs = performance.now()
    const key = randomUUID()
    const port = () => servers()[part.server]?.port ?? 0
    const reply = await insist(port, person, method === 'GET' ? { method, path } : { method, path, body, key }, {
      hear: ({ status, code, body: told }) =>
        traffic.heard.push({ ...part, status, code, requestId: String(told.requestId ?? ''), atMs: performance.now() }),
      retryMs: () => RETRY_MS * (0.5 + random()),
      withinMs: DECIDED_WITHIN_MS,
    })
    const done = { ...part, person, key, call, detail, beganMs, endedMs: performance.now(), reply }
    traffic.wishes.push(done)
    return done
  }

  const turns: Record<Kind, (part: Part, mine: readonly Person[]) => (round: number) => Promise<unknown>> = {
    gift: (part, mine) => async (round) => {
      const battle = battles[random() < 0.5 ? 0 : 1 + Math.floor(random() * (battles.length - 1))] as Arena
      const gift = {
        battleId: battle.id,
        participantId: battle.sides[random() < 0.5 ? 0 : 1],
        amount: 1 + Math.floor(random() * 3),
      }
      await wish(part, mine[round % mine.length] as Person, 'POST /api/battles/gift', gift, gift)
    },
    claim: (part, mine) => async (round) => {
      const person = mine[Math.floor(round / LESSONS.length)]
      const lessonId = LESSONS[round % LESSONS.length]
      if (person) await wish(part, person, 'POST /api/lessons/complete', { lessonId }, { lessonId })
    },
    challenge: (part, mine) => (round) => challenge(part, mine, round),
    read: (part, mine) => () => wish(part, mine[0] as Person, `GET /api/battles/${battles[0]?.id}`, undefined),
  }

  /** Makes a challenge and withdraws, rejects, or accepts it and calls it off by both: stakes always return. */
  async function challenge(part: Part, mine: readonly Person[], round: number): Promise<void> {
    if (round >= mostChallenges(mine.length)) return
    const from = mine[round % mine.length] as Person
    const to = mine[(round + 1 + (Math.floor(round / mine.length) % (mine.length - 1))) % mine.length] as Person
    const created = await wish(part, from, 'POST /api/battles', {
      opponentId: to.id,
      stakeAmount: STAKE,
      battleDate: new Date(Date.now() + HOUR_MS).toISOString(),
      duration: 4,
    })
    if (created.reply.status !== 200) return
    const battleId = String(created.reply.body.id)
    const step = (person: Person, name: string) =>
      wish(part, person, `POST /api/battles/${battleId}/${name}`, {}, { battleId })
    const way = Math.floor(random() * 3)
    if (way === 0) await step(from, 'withdraw')
    else if (way === 1) await step(to, 'reject')
    else for (const [who, name] of CALLED_OFF) await step(who === 'to' ? to : from, name)
  }

  const clients = KINDS.flatMap((kind) =>
    ([0, 1] as const).flatMap((server) =>
      Array.from({ length: crowd[kind] ?? 0 }, async () => {
        const mine = people.slice(given, given + PEOPLE[kind])
        given += mine.length
        const turn = turns[kind]({ server, kind }, mine)
        for (let round = 0; !isOver; round++) {
          await turn(round)
          await pause(PACE_MS[kind] * (0.5 + random()))
        }
      }),
    ),
  )
  const all = Promise.all(clients)
  // `finish` rethrows the error, so it must not count as unhandled before.
  all.catch(() => {})
  return {
    ...traffic,
    async finish() {
      isOver = true
      await all
    },
  }
}

const CALLED_OFF = [
  ['to', 'accept'],
  ['from', 'request-cancellation'],
  ['to', 'approve-cancellation'],
] as const

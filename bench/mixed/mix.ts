import { randomUUID } from 'node:crypto'
import type { Agent } from 'node:http'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Arena } from '../../tests/server/product/arena.ts'
import { LESSONS, type Person } from '../../tests/server/product/people.ts'
import { type Asking, ask } from '../support/ask.ts'

export interface Crowd {
  port: number
  people: readonly Person[]
  battles: readonly Arena[]
  agent: Agent
  random: () => number
  /** Number of unexpected statuses, by action. */
  unexpected: Map<string, number>
  requests: number
  claims: Claims
}

/** Claims, each of which is sent once: three of the day for each person. */
export interface Claims {
  next: number
  lessonsPerDay: number
}

type Action = (crowd: Crowd) => Promise<boolean>

const pick = <T>(all: readonly T[], random: () => number): T => all[Math.floor(random() * all.length)] as T
const somebody = ({ people, random }: Crowd) => pick(people, random)

/** Returns whether the response has this status; others are noted. */
async function send(crowd: Crowd, name: string, person: Pick<Person, 'address'> & { cookie?: string }, sent: Sent) {
  crowd.requests += 1
  const { port, agent } = crowd
  const { address: from, cookie } = person
  const key = sent.method === 'POST' ? { headers: { 'idempotency-key': randomUUID() } } : {}
  const reply = await ask({ port, agent, from, ...(cookie ? { cookie } : {}), ...key, ...sent }, sent.isKept)
  if (reply.status !== 200) {
    const said = `${name} ${reply.status}`
    crowd.unexpected.set(said, (crowd.unexpected.get(said) ?? 0) + 1)
  }
  return reply
}

interface Sent {
  path: string
  method?: 'GET' | 'POST'
  body?: unknown
  isKept?: boolean
}

const isFine = ({ status }: Asking) => status === 200

/** Opens a page: sends all its requests at once. */
const page =
  (name: string, paths: (crowd: Crowd) => string[]): Action =>
  async (crowd) => {
    const person = somebody(crowd)
    const replies = await Promise.all(paths(crowd).map((path) => send(crowd, name, person, { path: `/api/${path}` })))
    return replies.every(isFine)
  }

const gift: Action = async (crowd) => {
  const { id, sides } = pick(crowd.battles, crowd.random)
  const body = { battleId: id, participantId: pick(sides, crowd.random), amount: 1 + Math.floor(crowd.random() * 3) }
  return isFine(await send(crowd, 'gift', somebody(crowd), { path: '/api/battles/gift', method: 'POST', body }))
}

const claim: Action = async (crowd) => {
  const { claims, people } = crowd
  const person = people[Math.floor(claims.next / claims.lessonsPerDay)]
  const lessonId = LESSONS[claims.next % claims.lessonsPerDay]
  claims.next += 1
  if (person === undefined) throw new Error('everybody has claimed all of today: start with more people')
  return isFine(
    await send(crowd, 'claim', person, { path: '/api/lessons/complete', method: 'POST', body: { lessonId } }),
  )
}

/** Wallets that exist after their first sign-in, each with its own address. */
const WALLETS = 200
const wallets: PrivateKeyAccount[] = Array.from({ length: WALLETS }, (_, i) =>
  privateKeyToAccount(`0x${(i + 1).toString(16).padStart(64, '0')}`),
)

const signIn: Action = async (crowd) => {
  const wallet = pick(wallets, crowd.random)
  const person = { address: `10.200.${Math.floor(crowd.random() * 250)}.${Math.floor(crowd.random() * 250)}` }
  const nonce = { path: `/api/auth/nonce?walletAddress=${wallet.address}`, isKept: true }
  const reply = await send(crowd, 'sign-in', person, nonce)
  if (!isFine(reply)) return false
  const { message } = JSON.parse(reply.text) as { message: string }
  const body = { walletAddress: wallet.address, message, signature: await wallet.signMessage({ message }) }
  const browser = { ...person, cookie: reply.cookie }
  return isFine(await send(crowd, 'sign-in', browser, { path: '/api/auth/wallet', method: 'POST', body }))
}

export interface Part {
  name: string
  /** Frequency, out of a hundred actions. */
  weight: number
  why: string
  act: Action
}

/** Actions of the crowd. Opening a page is one action and ends with its last response. */
export const MIX: readonly Part[] = [
  {
    name: 'battle',
    weight: 34,
    why: 'what links and notifications lead to; from then on its stream brings what changes',
    act: page('battle', ({ battles, random }) => {
      const { id } = pick(battles, random)
      return [`battles/${id}`, `battles/${id}/votes`, `battles/${id}/comments`]
    }),
  },
  {
    name: 'dashboard',
    weight: 24,
    why: 'opens every visit',
    act: page('dashboard', () => [
      ...['auth/user', 'lessons/daily', 'streak', 'battles/user', 'notifications', 'steeze/balance', 'leaderboard/me'],
    ]),
  },
  {
    name: 'gift',
    weight: 14,
    why: 'most viewers watch; those who give do so a few times a battle',
    act: gift,
  },
  {
    name: 'profile',
    weight: 12,
    why: 'every second visit follows a name',
    act: page('profile', ({ people, random }) => {
      const { id } = pick(people, random)
      return [`users/${id}`, `users/${id}/battles`, `users/${id}/vouches`]
    }),
  },
  { name: 'leaderboard', weight: 12, why: 'every second visit looks', act: page('leaderboard', () => ['leaderboard']) },
  { name: 'claim', weight: 3, why: 'one of three lessons a day, on every eighth visit', act: claim },
  { name: 'sign-in', weight: 1, why: 'a session lasts for weeks', act: signIn },
]

const WEIGHTS = MIX.reduce((sum, { weight }) => sum + weight, 0)
export const SHARE_OF_CLAIMS = (MIX.find(({ act }) => act === claim)?.weight ?? 0) / WEIGHTS

/** Does a random action, weighted by frequency. Returns whether all its responses were expected. */
export function actOnce(crowd: Crowd): Promise<boolean> {
  let left = crowd.random() * WEIGHTS
  const part = MIX.find(({ weight }) => {
    left -= weight
    return left < 0
  })
  return (part ?? (MIX[0] as Part)).act(crowd)
}

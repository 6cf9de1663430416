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
  /** Each is sent once: three of the day for each person. */
  claims: { next: number; lessonsPerDay: number }
}

type Action = (crowd: Crowd) => Promise<boolean>

const pick = <T>(all: readonly T[], random: () => number): T => all[Math.floor(random() * all.length)] as T
const somebody = ({ people, random }: Crowd) => pick(people, random)

type Browser = Pick<Person, 'address'> & { cookie?: string }

/** Sends a request: a POST if it has a body. Notes a status but 200. */
async function send(crowd: Crowd, name: string, { address: from, cookie }: Browser, path: string, body?: object) {
  crowd.requests += 1
  const { port, agent } = crowd
  const posted = body && { method: 'POST', body, headers: { 'idempotency-key': randomUUID() } }
  const reply = await ask({ port, agent, from, path, ...(cookie ? { cookie } : {}), ...posted }, name === 'sign-in')
  if (!isFine(reply)) {
    const said = `${name} ${reply.status}`
    crowd.unexpected.set(said, (crowd.unexpected.get(said) ?? 0) + 1)
  }
  return reply
}

const isFine = ({ status }: Asking) => status === 200

/** Opens a page: sends all its requests at once. */
const page =
  (name: string, paths: (crowd: Crowd) => string[]): Action =>
  async (crowd) => {
    const person = somebody(crowd)
    const replies = await Promise.all(paths(crowd).map((path) => send(crowd, name, person, `/api/${path}`)))
    return replies.every(isFine)
  }

const gift: Action = async (crowd) => {
  const { id, sides } = pick(crowd.battles, crowd.random)
  const body = { battleId: id, participantId: pick(sides, crowd.random), amount: 1 + Math.floor(crowd.random() * 3) }
  return isFine(await send(crowd, 'gift', somebody(crowd), '/api/battles/gift', body))
}

const claim: Action = async (crowd) => {
  const { claims, people } = crowd
  const person = people[Math.floor(claims.next / claims.lessonsPerDay)]
  const lessonId = LESSONS[claims.next % claims.lessonsPerDay]
  claims.next += 1
  if (person === undefined) throw new Error('everybody has claimed all of today: start with more people')
  return isFine(await send(crowd, 'claim', person, '/api/lessons/complete', { lessonId }))
}

/** Wallets that exist after their first sign-in, each with its own address. */
const WALLETS = 200
const wallets: PrivateKeyAccount[] = Array.from({ length: WALLETS }, (_, i) =>
  privateKeyToAccount(`0x${(i + 1).toString(16).padStart(64, '0')}`),
)

const signIn: Action = async (crowd) => {
  const wallet = pick(wallets, crowd.random)
  const person = { address: `10.200.${Math.floor(crowd.random() * 250)}.${Math.floor(crowd.random() * 250)}` }
  const reply = await send(crowd, 'sign-in', person, `/api/auth/nonce?walletAddress=${wallet.address}`)
  if (!isFine(reply)) return false
  const { message } = JSON.parse(reply.text) as { message: string }
  const body = { walletAddress: wallet.address, message, signature: await wallet.signMessage({ message }) }
  return isFine(await send(crowd, 'sign-in', { ...person, cookie: reply.cookie }, '/api/auth/wallet', body))
}

const DASHBOARD = 'auth/user lessons/daily streak battles/user notifications steeze/balance leaderboard/me'.split(' ')

/** Actions of the crowd, out of a hundred. Opening a page is one action and ends with its last response. */
export const MIX: readonly { name: string; weight: number; why: string; act: Action }[] = [
  {
    name: 'battle',
    weight: 34,
    why: 'what links and notifications lead to; from then on its stream brings what changes',
    act: page('battle', ({ battles, random }) => {
      const { id } = pick(battles, random)
      return [`battles/${id}`, `battles/${id}/votes`, `battles/${id}/comments`]
    }),
  },
  { name: 'dashboard', weight: 24, why: 'opens every visit', act: page('dashboard', () => DASHBOARD) },
  { name: 'gift', weight: 14, why: 'most viewers watch; those who give do so a few times a battle', act: gift },
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
  return (part?.act ?? gift)(crowd)
}

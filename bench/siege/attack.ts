/** A hostile address or IPv6 /48 in its own process that uses every expensive operation at once. */

import { randomBytes, randomInt } from 'node:crypto'
import type { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Lab } from '@aura/api/calls/lessons/lab'
import { loadKind } from '../../lab/src/kinds/index.ts'
import { MAX_ACTIONS } from '../../lab/src/limits.ts'
import { PushBrowser } from '../../tests/server/push-service.ts'
import { type Asked, ask, headersOf, newAgent } from '../support/ask.ts'
import type { SiegeWorld } from './seed.ts'

export interface AttackPlan {
  port: number
  world: SiegeWorld
  /** The attacker's address, or the three groups of their /48, where each request uses another /64. */
  from: string
  cookies: string[]
}

/** Responses by weapon and status; 0 is a closed connection. */
export type AttackReport = Record<string, Record<number, number>>

/** Pause after a refusal: a flood itself is the proxy's task. */
const REFUSED_PAUSE_MS = 500

const LABS_AT_ONCE = 4
const DEAR_RUN = {
  kind: 'allowance',
  version: (await loadKind('allowance')).version,
  actions: Array.from({ length: MAX_ACTIONS }, () => ({ do: 'move', move: 'wait-month' })),
}

const pick = <T>(all: readonly T[]): T => all[randomInt(all.length)] as T

class Attack {
  readonly report: AttackReport = {}
  readonly #plan: AttackPlan
  readonly #agent: Agent = newAgent()
  #isOver = false

  constructor(plan: AttackPlan) {
    this.#plan = plan
  }

  begin(): void {
    const { world } = this.#plan
    const page = () => randomInt(Math.ceil(world.gifts / 5_000)) * 5_000
    // First, or their address would be out of requests.
    for (const cookie of this.#plan.cookies) this.#asPerson(cookie)
    this.#many('lists', 100, () => ({ path: `/api/battles?limit=100&after=${pick(world.past)}` }))
    this.#many('receipts', 80, () => ({ path: `/api/battles/${world.finished}/receipt?after=${page()}` }))
    this.#many('other receipts', 10, () => ({ path: `/api/battles/${pick(world.past)}/receipt` }))
    this.#many('pages with tags', 20, () => ({
      path: `/battles/${pick(world.past)}`,
      headers: { accept: 'text/html' },
    }))
    this.#many('share pictures', 20, () => ({ path: `/share/battles/${pick(world.past)}.jpg` }))
    this.#many('readiness', 10, () => ({ path: '/readyz' }))
    this.#many('balances', 20, () => ({ path: `/api/web3/balance/0x${randomBytes(20).toString('hex')}` }))
    this.#many('profile pictures', 20, () => ({ path: `/share/profiles/${pick(world.opponents)}.jpg` }))
    for (let at = 0; at < 10; at++) void this.#signature()
    for (let at = 0; at < 300; at++) void this.#stream()
    for (let at = 0; at < 100; at++) void this.#slowBody()
  }

  end(): void {
    this.#isOver = true
  }

  #asPerson(cookie: string): void {
    const { world } = this.#plan
    for (let at = 0; at < LABS_AT_ONCE; at++) void this.#lab(cookie)
    this.#many('own battles', 4, () => ({ path: '/api/battles/user?limit=100', cookie }))
    this.#many('exports', 2, () => ({ path: '/api/user/export', cookie }))
    this.#many('searches', 4, () => ({ path: `/api/users/search?query=${randomBytes(1).toString('hex')}`, cookie }))
    this.#many('push addresses', 1, () => ({
      method: 'POST',
      path: '/api/notifications/push',
      cookie,
      body: {
        endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(20).toString('hex')}`,
        keys: new PushBrowser().keys,
      },
    }))
    void this.#challenge(cookie, world)
  }

  /** Sends a valid run that takes as long to replay as one may. */
  async #lab(cookie: string): Promise<void> {
    const path = `/api/lessons/${this.#plan.world.dearLesson}/lab`
    let seed: string | undefined
    while (!this.#isOver) {
      if (seed === undefined) {
        const { status, text } = await this.#count('labs opened', { path, cookie }, true)
        if (status === 200) seed = (JSON.parse(text) as Lab).seed
        else await pause(REFUSED_PAUSE_MS)
        continue
      }
      const transcript = JSON.stringify({ ...DEAR_RUN, seed })
      const { status } = await this.#count('labs', { method: 'POST', path, cookie, body: { transcript } })
      if (status !== 200) await pause(REFUSED_PAUSE_MS)
    }
  }

  /** Signs in with wallets that only the network can check. */
  async #signature(): Promise<void> {
    while (!this.#isOver) {
      const walletAddress = `0x${randomBytes(20).toString('hex')}`
      const issued = await this.#count('nonces', { path: `/api/auth/nonce?walletAddress=${walletAddress}` }, true)
      if (issued.status === 200) {
        const { message } = JSON.parse(issued.text) as { message: string }
        const body = { walletAddress, message, signature: `0x${'ab'.repeat(9_000)}` }
        const { cookie } = issued
        await this.#count('signatures', { method: 'POST', path: '/api/auth/wallet', cookie, body })
      }
      await pause(REFUSED_PAUSE_MS)
    }
  }

  async #challenge(cookie: string, world: SiegeWorld): Promise<void> {
    while (!this.#isOver) {
      const body = {
        opponentId: pick(world.opponents),
        stakeAmount: 1,
        battleDate: new Date(Date.now() + 7_200_000).toISOString(),
        duration: 4,
      }
      const key = () => ({ 'idempotency-key': randomBytes(16).toString('hex') })
      const post = { method: 'POST', cookie }
      const sent = await this.#count('challenges', { ...post, path: '/api/battles', body, headers: key() }, true)
      if (sent.status !== 200) await pause(REFUSED_PAUSE_MS)
      else {
        const { id } = JSON.parse(sent.text) as { id: string }
        await this.#count('withdrawals', { ...post, path: `/api/battles/${id}/withdraw`, headers: key() })
      }
    }
  }

  #many(weapon: string, connections: number, make: () => Omit<Asked, 'port' | 'from' | 'agent'>): void {
    const repeat = async () => {
      while (!this.#isOver) {
        const { status } = await this.#count(weapon, make())
        if (status !== 200) await pause(REFUSED_PAUSE_MS)
      }
    }
    for (let at = 0; at < connections; at++) void repeat()
  }

  async #count(weapon: string, asked: Omit<Asked, 'port' | 'from' | 'agent'>, isKept = false) {
    const reply = await ask({ ...asked, port: this.#plan.port, from: this.#address(), agent: this.#agent }, isKept)
    if (!this.#isOver) this.#note(weapon, reply.status)
    return reply
  }

  #note(weapon: string, status: number): void {
    this.report[weapon] ??= {}
    const counts = this.report[weapon]
    counts[status] = (counts[status] ?? 0) + 1
  }

  #address(): string {
    const { from } = this.#plan
    return from.includes(':') ? `${from}:${randomInt(65_536).toString(16)}::1` : from
  }

  /** Opens a stream and reopens it when it is closed. */
  async #stream(): Promise<void> {
    const topics = `battles,${this.#plan.world.live
      .map(({ id }) => `battle:${id}`)
      .slice(0, 6)
      .join(',')}`
    while (!this.#isOver) {
      const socket = this.#connect(`GET /api/live?topics=${topics} HTTP/1.1`, {})
      const status = await firstStatus(socket)
      this.#note('streams', status)
      if (status === 200) await ended(socket)
      socket.destroy()
      await pause(REFUSED_PAUSE_MS)
    }
  }

  /** Sends a body of 60,000 bytes, one byte a second. */
  async #slowBody(): Promise<void> {
    while (!this.#isOver) {
      const cookie = pick(this.#plan.cookies)
      const length = { 'content-type': 'application/json', 'content-length': '60000', cookie }
      const socket = this.#connect('POST /api/battles/gift HTTP/1.1', length)
      const drip = setInterval(() => socket.write(' '), 1_000)
      const status = await firstStatus(socket)
      clearInterval(drip)
      this.#note('slow bodies', status)
      socket.destroy()
      await pause(REFUSED_PAUSE_MS)
    }
  }

  #connect(line: string, headers: Record<string, string>): Socket {
    const socket = connect({ port: this.#plan.port, host: '127.0.0.1' })
    const all = Object.entries(headersOf({ from: this.#address(), headers }))
    socket.write(`${line}\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
    return socket
  }
}

const ended = (socket: Socket) =>
  new Promise<void>((resolve) => {
    socket.resume()
    socket.once('close', () => resolve())
  })

/** Returns the status of a socket's first response; 0 when it ends without one. */
function firstStatus(socket: Socket): Promise<number> {
  return new Promise((resolve) => {
    socket.on('error', () => resolve(0))
    socket.once('close', () => resolve(0))
    socket.once('data', (bytes) => resolve(Number(bytes.toString('latin1', 9, 12))))
  })
}

if (import.meta.main) {
  process.on('disconnect', () => process.exit(0))
  process.once('message', (plan: AttackPlan) => {
    const attack = new Attack(plan)
    attack.begin()
    process.once('message', () => {
      attack.end()
      process.send?.(attack.report, () => process.exit(0))
    })
  })
  process.send?.('ready')
}

/** A hostile address or IPv6 /48 in its own process that uses every expensive operation at once. */

import { randomBytes, randomInt } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Lab } from '@aura/api/calls/lessons/lab'
import { loadKind } from '../../lab/src/kinds/index.ts'
import { MAX_ACTIONS } from '../../lab/src/limits.ts'
import { PushBrowser } from '../../tests/server/push-service.ts'
import { type Asked, ask, headersOf, newAgent } from '../support/ask.ts'
import { given, share } from '../support/child.ts'
import type { SiegeWorld } from './seed.ts'

interface AttackPlan {
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

const { port, world, from, cookies } = given<AttackPlan>()
const agent = newAgent()
const report: AttackReport = {}
let isOver = false

type Sent = Omit<Asked, 'port' | 'from' | 'agent'>

const pick = <T>(all: readonly T[]): T => all[randomInt(all.length)] as T
const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const addressNow = () => (from.includes(':') ? `${from}:${randomInt(65_536).toString(16)}::1` : from)

function note(weapon: string, status: number): void {
  report[weapon] ??= {}
  report[weapon][status] = (report[weapon][status] ?? 0) + 1
}

/** Repeats an action on these many connections. Pauses unless it returns true, which means that it wasn't refused. */
function repeat(connections: number, act: () => Promise<boolean>): void {
  const one = async () => {
    while (!isOver) if (!(await act())) await pause(REFUSED_PAUSE_MS)
  }
  for (let at = 0; at < connections; at++) void one()
}

async function send(weapon: string, sent: Sent, isKept = false) {
  const reply = await ask({ ...sent, port, from: addressNow(), agent }, isKept)
  if (!isOver) note(weapon, reply.status)
  return { ...reply, isFine: reply.status === 200 }
}

const many = (weapon: string, connections: number, make: () => Sent) =>
  repeat(connections, async () => (await send(weapon, make())).isFine)

function begin(): void {
  const page = () => randomInt(Math.ceil(world.gifts / 5_000)) * 5_000
  // First, or their address would be out of requests.
  for (const cookie of cookies) asPerson(cookie)
  many('lists', 100, () => ({ path: `/api/battles?limit=100&after=${pick(world.past)}` }))
  many('receipts', 80, () => ({ path: `/api/battles/${world.finished}/receipt?after=${page()}` }))
  many('other receipts', 10, () => ({ path: `/api/battles/${pick(world.past)}/receipt` }))
  many('pages with tags', 20, () => ({ path: `/battles/${pick(world.past)}`, headers: { accept: 'text/html' } }))
  many('share pictures', 20, () => ({ path: `/share/battles/${pick(world.past)}.jpg` }))
  many('readiness', 10, () => ({ path: '/readyz' }))
  many('balances', 20, () => ({ path: `/api/web3/balance/0x${hex(20)}` }))
  many('profile pictures', 20, () => ({ path: `/share/profiles/${pick(world.opponents)}.jpg` }))
  repeat(10, signature)
  repeat(300, stream)
  repeat(100, slowBody)
}

function asPerson(cookie: string): void {
  for (let at = 0; at < LABS_AT_ONCE; at++) repeat(1, lab(cookie))
  many('own battles', 4, () => ({ path: '/api/battles/user?limit=100', cookie }))
  many('exports', 2, () => ({ path: '/api/user/export', cookie }))
  many('searches', 4, () => ({ path: `/api/users/search?query=${hex(1)}`, cookie }))
  many('push addresses', 1, () => {
    const body = { endpoint: `https://fcm.googleapis.com/fcm/send/${hex(20)}`, keys: new PushBrowser().keys }
    return { method: 'POST', path: '/api/notifications/push', cookie, body }
  })
  repeat(1, () => challenge(cookie))
}

/** Returns an attack by a valid run that takes as long to replay as one may. */
function lab(cookie: string): () => Promise<boolean> {
  const path = `/api/lessons/${world.dearLesson}/lab`
  let seed: string | undefined
  return async () => {
    if (seed === undefined) {
      const opened = await send('labs opened', { path, cookie }, true)
      if (opened.isFine) seed = (JSON.parse(opened.text) as Lab).seed
      return opened.isFine
    }
    const transcript = JSON.stringify({ ...DEAR_RUN, seed })
    return (await send('labs', { method: 'POST', path, cookie, body: { transcript } })).isFine
  }
}

/** Signs in with a wallet that only the network can check. */
async function signature(): Promise<false> {
  const walletAddress = `0x${hex(20)}`
  const path = `/api/auth/nonce?walletAddress=${walletAddress}`
  const { isFine, text, cookie } = await send('nonces', { path }, true)
  if (isFine) {
    const { message } = JSON.parse(text) as { message: string }
    const body = { walletAddress, message, signature: `0x${'ab'.repeat(9_000)}` }
    await send('signatures', { method: 'POST', path: '/api/auth/wallet', cookie, body })
  }
  return false
}

async function challenge(cookie: string): Promise<boolean> {
  const battleDate = new Date(Date.now() + 7_200_000).toISOString()
  const body = { opponentId: pick(world.opponents), stakeAmount: 1, battleDate, duration: 4 }
  const post = (path: string) => ({ method: 'POST', cookie, path, headers: { 'idempotency-key': hex(16) } })
  const { isFine, text } = await send('challenges', { ...post('/api/battles'), body }, true)
  if (isFine) await send('withdrawals', post(`/api/battles/${(JSON.parse(text) as { id: string }).id}/withdraw`))
  return isFine
}

/** Opens a stream and holds it until it is closed. */
async function stream(): Promise<false> {
  const topics = ['battles', ...world.live.slice(0, 6).map(({ id }) => `battle:${id}`)].join(',')
  const socket = open(`GET /api/live?topics=${topics} HTTP/1.1`, {})
  const status = await firstStatus(socket)
  note('streams', status)
  if (status === 200) await new Promise((resolve) => socket.resume().once('close', resolve))
  socket.destroy()
  return false
}

/** Sends a body of 60,000 bytes, one byte a second. */
async function slowBody(): Promise<false> {
  const length = { 'content-type': 'application/json', 'content-length': '60000', cookie: pick(cookies) }
  const socket = open('POST /api/battles/gift HTTP/1.1', length)
  const drip = setInterval(() => socket.write(' '), 1_000)
  note('slow bodies', await firstStatus(socket))
  clearInterval(drip)
  socket.destroy()
  return false
}

function open(line: string, headers: Record<string, string>): Socket {
  const socket = connect({ port, host: '127.0.0.1' })
  const all = Object.entries(headersOf({ from: addressNow(), headers }))
  socket.write(`${line}\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  return socket
}

/** Returns the status of a socket's first response; 0 when it ends without one. */
function firstStatus(socket: Socket): Promise<number> {
  return new Promise((resolve) => {
    socket.on('error', () => resolve(0))
    socket.once('close', () => resolve(0))
    socket.once('data', (bytes) => resolve(Number(bytes.toString('latin1', 9, 12))))
  })
}

const shared = {
  begin,
  end() {
    isOver = true
    return report
  },
}
export type Attacker = typeof shared
share(shared)

/**
 * Sends 100,000 hostile requests on raw sockets and counts those answered 500 or not at all.
 * `npm run bench -- fuzz REQUESTS SEED`. The server runs in its own process on the embedded database, with seeded
 * people and battles. Connections that never finish their request are held open throughout. The ledger is audited at
 * the end; requests answered 500 are printed so that they can be replayed.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { ATTACK_KINDS, type Attack, type AttackKind, makeAttacks } from '../../tests/server/fuzz/raw-fuzz.ts'
import { rawRequest } from '../../tests/server/raw-http.ts'
import { printFigure, printTable } from '../support/figures.ts'
import type { FuzzTarget } from '../support/servers/fuzz-server.ts'

const REQUESTS = Number(process.argv[2] ?? 100_000)
const SEED = Number(process.argv[3] ?? 1)
const BATCH = 4_000
const AT_ONCE = 16
const HELD_OPEN = 40
/** The server allows a request 30 s and checks every 30 s; the rest is slack. */
const HELD_LIMIT_MS = 75_000
const EXAMPLES = 10

interface Tally {
  sent: number
  served: number
  refused: number
  failed: number
  dropped: number
  silent: number
  slowestMs: number
}
const tallies = Object.fromEntries(
  Object.keys(ATTACK_KINDS).map((kind) => [
    kind,
    { sent: 0, served: 0, refused: 0, failed: 0, dropped: 0, silent: 0, slowestMs: 0 },
  ]),
) as Record<AttackKind, Tally>
const examples: string[] = []
let crashes = 0

class Server {
  readonly #child: ChildProcess
  readonly ended: Promise<number | null>
  isUp = true

  constructor() {
    this.#child = fork(join(import.meta.dirname, '../support/servers/fuzz-server.ts'))
    this.ended = new Promise((resolve) => {
      this.#child.once('exit', (code) => {
        this.isUp = false
        resolve(code)
      })
    })
  }

  target(): Promise<FuzzTarget> {
    return new Promise((resolve, reject) => {
      this.#child.once('message', (target: FuzzTarget) => resolve(target))
      void this.ended.then((code) => reject(new Error(`the server did not start (${code})`)))
    })
  }

  /** Returns the exit code: 0 unless the audit failed. */
  stop(): Promise<number | null> {
    if (this.isUp) this.#child.send('stop')
    return this.ended
  }
}

/** Holds connections open that send a byte a second; `stop` returns how many overdue ones the server has not closed. */
function holdOpen({ port, world }: FuzzTarget): { stop(): number } {
  const held = Array.from({ length: HELD_OPEN }, (_, i) => {
    const socket = connect({ host: '127.0.0.1', port })
    const isBody = i % 2 === 0
    const head = `${isBody ? 'POST /api/auth/update-profile' : 'GET /'} HTTP/1.1\r\nhost: ${world.host}\r\n`
    socket.on('error', () => {}).on('data', () => {})
    socket.write(
      isBody
        ? `${head}origin: ${world.origin}\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n`
        : `${head}x: `,
    )
    const drip = setInterval(() => socket.write(' '), 1_000)
    socket.once('close', () => clearInterval(drip))
    return { socket, since: performance.now() }
  })
  return {
    stop() {
      const late = held.filter(({ socket, since }) => !socket.destroyed && performance.now() - since > HELD_LIMIT_MS)
      for (const { socket } of held) socket.destroy()
      return late.length
    },
  }
}

async function attack(port: number, { kind, parts, leaves }: Attack, index: number): Promise<void> {
  const tally = tallies[kind]
  const startedAt = performance.now()
  // Several addresses, so that none runs out of ports.
  const from = `127.0.0.${2 + (index % 200)}`
  const { status, isSilent } = await rawRequest(port, parts, { headersOnly: true, leaves, from, limitMs: 20_000 })
  tally.sent++
  tally.slowestMs = Math.max(tally.slowestMs, performance.now() - startedAt)
  if (isSilent) tally.silent++
  else if (status === null) tally.dropped++
  else if (status >= 500) tally.failed++
  else if (status >= 400) tally.refused++
  else tally.served++
  if ((isSilent || (status ?? 0) >= 500) && examples.length < EXAMPLES) {
    examples.push(`${kind}: ${status ?? 'silence'} for ${JSON.stringify(parts.join('')).slice(0, 500)}`)
  }
}

const startedAt = performance.now()
let server = new Server()
let target = await server.target()
let held = holdOpen(target)
let forgotten = 0

async function restart(): Promise<void> {
  crashes++
  held.stop()
  server = new Server()
  target = await server.target()
  held = holdOpen(target)
}

for (let done = 0; done < REQUESTS; done += BATCH) {
  const attacks = makeAttacks(target.world, {
    count: Math.min(BATCH, REQUESTS - done),
    seed: SEED * 1_000 + done / BATCH,
  })
  let next = 0
  const attacker = async () => {
    while (next < attacks.length && server.isUp) {
      const index = next++
      const one = attacks[index]
      if (one) await attack(target.port, one, index)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, attacker))
  if (!server.isUp) await restart()
  process.stderr.write(`\r${Math.min(done + BATCH, REQUESTS)} of ${REQUESTS}`)
}
process.stderr.write('\n')
const health = `GET /healthz HTTP/1.1\r\nhost: ${target.world.host}\r\nconnection: close\r\n\r\n`
const { status } = await rawRequest(target.port, [health])
forgotten = held.stop()
const code = await server.stop()
if (status !== 200 || code !== 0) crashes++

printTable(
  ['kind', 'requests', 'served', '4xx', '5xx', 'hung up', 'silent', 'slowest ms'],
  Object.entries(tallies).map(([kind, each]) => [
    kind,
    each.sent,
    each.served,
    each.refused,
    each.failed,
    each.dropped,
    each.silent,
    Math.round(each.slowestMs),
  ]),
)
const sum = (of: (tally: Tally) => number) => Object.values(tallies).reduce((total, each) => total + of(each), 0)
console.log(
  `${sum(({ sent }) => sent)} requests in ${Math.round((performance.now() - startedAt) / 1_000)} s, seed ${SEED}; healthz ${status}, ` +
    `ledger and ranks ${code === 0 ? 'add up' : 'do not add up'}, ${forgotten} of ${HELD_OPEN} unfinished requests outlived their time`,
)
for (const example of examples) console.log(example)
printFigure(
  'fuzz-500',
  sum(({ failed }) => failed),
)
printFigure('fuzz-silent', sum(({ silent }) => silent) + forgotten)
printFigure('fuzz-crashes', crashes)

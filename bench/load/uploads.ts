/**
 * 200 users upload a 5 MB picture each at once: which are accepted, and peak memory.
 * The production server runs on PostgreSQL in its own process, the client in another. The pictures are noise at the
 * maximum pixel count, the most expensive allowed. Peaks are Linux's VmHWM of the server and its decoder process.
 */
import { readFileSync } from 'node:fs'
import { generatePrivateKey } from 'viem/accounts'
import { defaultLimits } from '../../server/src/limits.ts'
import { formOf, heaviestPicture } from '../../tests/server/upload.ts'
import { startPostgres } from '../../tools/postgres/postgres.ts'
import { printFigure, printTable } from '../support/figures.ts'
import { HttpActor } from '../support/load/http-actor.ts'
import { BENCH_ORIGIN } from '../support/servers/bench-server.ts'
import { startProduct } from '../support/servers/child.ts'

const PEOPLE = Number(process.argv[2] ?? 200)
const MB = 1024 * 1024
const ALLOWED = 512 * MB

function peakBytes(pid: number | string): number {
  try {
    const [, kB = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kB) * 1_024
  } catch {
    return 0
  }
}

function peakOfChildren(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return Math.max(0, ...children.map(peakBytes))
}

if (process.platform !== 'linux') throw new Error('what processes took is read from Linux')
const picture = await heaviestPicture(5 * MB, defaultLimits.images.pixels)
const { body, headers } = formOf(picture, { filename: 'me.jpg', type: 'image/jpeg' })
const postgres = await startPostgres({ settings: {} })
const product = await startProduct({ databaseUrl: postgres.url, dataDir: null, users: 0, takesImages: true })
let decoder = 0
const watching = setInterval(() => {
  decoder = Math.max(decoder, peakOfChildren(product.pid))
}, 50)
try {
  const people: HttpActor[] = []
  for (let i = 0; i < PEOPLE; i++) {
    const person = new HttpActor(generatePrivateKey())
    person.port = product.port
    await person.signIn()
    people.push(person)
  }
  const before = peakBytes(product.pid)
  const startedAt = performance.now()
  const outcomes = await Promise.all(
    people.map(async ({ cookie, port }) => {
      const response = await fetch(`http://127.0.0.1:${port}/api/user/upload-profile-image`, {
        method: 'POST',
        headers: { ...headers, origin: BENCH_ORIGIN, cookie },
        body,
      })
      const { code } = (await response.json()) as { code?: string }
      return response.ok ? 'taken' : `${response.status} ${code}`
    }),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  decoder = Math.max(decoder, peakOfChildren(product.pid))
  const after = peakBytes(product.pid)
  const counts = Object.entries(Object.groupBy(outcomes, (outcome) => outcome))
  printTable(
    ['what became of them', 'uploads'],
    counts.map(([outcome, all]) => [outcome, all?.length ?? 0]),
  )
  printTable(
    ['process', 'MB at its peak'],
    [
      ['server, before', Math.round(before / MB)],
      ['server', Math.round(after / MB)],
      ['decoder', Math.round(decoder / MB)],
    ],
  )
  console.log(`${PEOPLE} uploads of ${(body.length / MB).toFixed(1)} MB in ${seconds.toFixed(1)} s`)
  printFigure('uploads-server-memory', after / ALLOWED)
  printFigure('uploads-decoder-memory', decoder / ALLOWED)
  if (outcomes.some((outcome) => outcome !== 'taken' && !outcome.startsWith('503') && !outcome.startsWith('429'))) {
    process.exitCode = 1
  }
} finally {
  clearInterval(watching)
  product.stop()
  await postgres.stop()
}

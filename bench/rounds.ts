/**
 * Battles of rounds, decided by knowledge, with crowds that answer along: 200 battles with 200 viewers each.
 * `npm run bench rounds BATTLES VIEWERS AT_ONCE VOTERS` for other numbers. 50 battles run at once, so that a server holds 10,000
 * streams, and begin within 12 s. Participants have round trips of 20 to 800 ms and always know the answer; each viewer
 * answers each question, one in ten twice. Then 10,000 viewers answer the first question of one battle within 5 s. A
 * figure is the share of its budget; above 1 is an error.
 */
import { rng } from '@aura/drawing/random'
import { type Arena, makeRounds } from '../tests/server/product/arena.ts'
import { type Person, signIn } from '../tests/server/product/people.ts'
import type { Crowd } from './rounds/crowd.ts'
import type { Duel, Duels, DuelsStart } from './rounds/duels.ts'
import { startDurableDatabase } from './support/database.ts'
import { printBudgets, printFaults, printTable, quantile } from './support/figures.ts'
import { type Program, startProduct, startProgram } from './support/programs.ts'

const [battles = 200, viewers = 200, atOnce = 50, voters = 10_000] = process.argv.slice(2).map(Number)
const BUDGET = { apartMs: 100, loopMs: 20, acceptedMs: 500, lagShare: 0.02 }
const LINE_MS = [20, 800] as const
const SPREAD_MS = 12_000
/** Viewers per process, so that a client's own event loop is no part of what it measures. */
const AUDIENCE = 2_500

const postgres = await startDurableDatabase()
const { ctx, db } = postgres
const jobs = ['battles', 'heartbeats']
const server = await startProduct({ databaseUrl: postgres.url, jobs, settings: { trustProxy: true } })
const crowd = await signIn(ctx, await insertViewers(Math.max(viewers * atOnce, voters)))
const arenas = await makeRounds(ctx, battles + 1)
const waves: Wave[] = []
for (let first = 0; first < battles; first += atOnce) {
  const some = arenas.slice(first, Math.min(battles, first + atOnce))
  const watching = some.flatMap(({ id }, nr) =>
    crowd.slice(nr * viewers, (nr + 1) * viewers).map((viewer) => ({ id, viewer })),
  )
  waves.push(await play(some, watching, { seed: first, thinkMs: [2_500, 5_500], answerMs: [500, 3_000] }))
}
// They have only watched for a while, so that each one's answer is also their session's first use in it.
await db.query(`update sessions set last_used_at = last_used_at - interval '6 minutes'`)
const [big] = arenas.slice(-1) as [Arena]
const watchingBig = crowd.slice(0, voters).map((viewer) => ({ id: big.id, viewer }))
const one = await play([big], watchingBig, { seed: battles, thinkMs: [12_000, 14_000], answerMs: [1_000, 6_000] })
show()
const rounds = waves.flatMap((wave) => wave.rounds)
const decided = rounds.filter(({ result, isWhole }) => isWhole && (result === 'challenger' || result === 'opponent'))
const byBetter = decided.filter(({ result, better }) => result === better).length / decided.length
console.log(`\nThe better line won ${byBetter.toFixed(3)} of ${decided.length} rounds that one won.`)
const apartMs = rounds.map((round) => round.apartMs)
printBudgets({
  'rounds-opened-apart': quantile(apartMs, 0.99) / BUDGET.apartMs,
  'rounds-lag-wins': Math.abs(byBetter - 0.5) / BUDGET.lagShare,
  'rounds-loop': Math.max(...waves.map(({ loopMs }) => loopMs)) / BUDGET.loopMs,
  'rounds-answers-p99': quantile(one.acceptedMs, 0.99) / BUDGET.acceptedMs,
})
printFaults({ 'rounds-counted-twice': await miscounted() })
server.stop()
await postgres.stop()

/** Creates accounts that need nothing but a name. */
async function insertViewers(count: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `insert into users (id, username, created_at)
     select gen_random_uuid(), 'viewer_' || n, clock_timestamp() from generate_series(1, $1::int) n returning id`,
    [count],
  )
  return rows.map(({ id }) => id)
}

/** Plays battles at once. Participants answer `thinkMs` after the opening, at least and at most, viewers `answerMs`. */
async function play(
  some: readonly Arena[],
  watching: readonly { id: string; viewer: Person }[],
  { seed, thinkMs, answerMs }: { seed: number; thinkMs: [number, number]; answerMs: [number, number] },
) {
  const { port } = server
  const audience: Program<Crowd>[] = []
  for (let first = 0; first < watching.length; first += AUDIENCE) {
    const part = await startProgram<Crowd>('rounds/crowd.ts', { port, thinkMs: answerMs })
    await part.watch(watching.slice(first, first + AUDIENCE))
    audience.push(part)
  }
  const plan: DuelsStart = { port, databaseUrl: postgres.url, thinkMs, spreadMs: some.length > 1 ? SPREAD_MS : 0 }
  const players = await startProgram<Duels>('rounds/duels.ts', plan)
  const duels = await duelsOf(some, seed)
  const before = await server.load()
  const beganMs = performance.now()
  const roundsOfAll = await players.play(duels)
  const { cpuMs, lateP99Ms } = await server.load()
  const cpu = (cpuMs - before.cpuMs) / (performance.now() - beganMs)
  const answers = await Promise.all(audience.map((part) => part.results()))
  for (const { stop } of [players, ...audience]) stop()
  console.log(`${some.length} battles with ${watching.length} viewers: ${roundsOfAll.length} rounds`)
  const sum = (what: 'accepted' | 'late' | 'failed') => answers.reduce((total, part) => total + part[what], 0)
  return {
    rounds: roundsOfAll,
    acceptedMs: answers.flatMap(({ acceptedMs }) => acceptedMs),
    ...{ accepted: sum('accepted'), late: sum('late'), failed: sum('failed') },
    ...{ loopMs: lateP99Ms, cpu },
  }
}
type Wave = Awaited<ReturnType<typeof play>>

/** Gives both battles of a pair the same thoughts and lines, which the second one exchanges. */
async function duelsOf(some: readonly Arena[], seed: number): Promise<Duel[]> {
  const sides = some.flatMap((arena) => arena.sides)
  const people = await signIn(ctx, sides)
  return some.map(({ id }, nr) => {
    const pair = seed + Math.floor(nr / 2)
    const random = rng(pair)
    const [least, most] = LINE_MS
    const lines = [random(), random()].map((share) => least + share * (most - least))
    const [one = 0, two = 0] = nr % 2 === 0 ? lines : lines.toReversed()
    const [challenger, opponent] = people.slice(2 * nr, 2 * nr + 2) as [Person, Person]
    return { id, people: { challenger, opponent }, lines: { challenger: one, opponent: two }, seed: pair }
  })
}

/** Returns by how many answers the closed rounds count more or less than were accepted. */
async function miscounted(): Promise<number> {
  const [row] = await db.query<{ counted: number }>(
    'select coalesce(sum(crowd[1] + crowd[3] + crowd[5]), 0)::int as counted from battle_rounds',
  )
  return Math.abs((row?.counted ?? Number.NaN) - [...waves, one].reduce((sum, { accepted }) => sum + accepted, 0))
}

function show(): void {
  const ms = (values: readonly number[], q: number) => quantile(values, q).toFixed(0)
  const all = (wave: Wave, name: 'apartMs' | 'openedMs') => wave.rounds.map((round) => round[name])
  printTable(
    [...waves, one].map((wave, nr) => ({
      '': nr < waves.length ? `${atOnce} battles` : 'one battle',
      rounds: wave.rounds.length,
      'apart p99 ms': ms(all(wave, 'apartMs'), 0.99),
      'opened p99 ms': ms(all(wave, 'openedMs'), 0.99),
      answers: wave.accepted,
      late: wave.late,
      failed: wave.failed,
      'accepted p50 ms': ms(wave.acceptedMs, 0.5),
      p99: ms(wave.acceptedMs, 0.99),
      'server CPU': `${(wave.cpu * 100).toFixed(0)} %`,
      'loop p99 ms': wave.loopMs.toFixed(1),
    })),
  )
}

/**
 * One address attacks with one account, then with eight, then a whole /48 of IPv6 with eight, while 50 others use the
 * product.
 * `npm run bench siege SECONDS SIZE` sets the length of each attack (default 30), and the number of battles and gifts. The
 * server runs as in production on durable PostgreSQL with 100,000 battles, one of them finished with 100,000 gifts, and
 * restarts before each attack so that no receipt is cached. Attackers, crowd and server are separate processes. The
 * attacker has 330 connections for requests, 300 for streams and 100 for unfinished bodies; each waits half a second after
 * a refusal.
 */
import { makePeople } from '../tests/server/product/arena.ts'
import { signIn } from '../tests/server/product/people.ts'
import type { Attacker, AttackReport } from './siege/attack.ts'
import { type CrowdReport, type Person, useProduct } from './siege/crowd.ts'
import { beginCheck, seedSiege } from './siege/seed.ts'
import { startSlowNode } from './siege/slow-node.ts'
import { buildWebApp } from './support/browser.ts'
import { startDurableDatabase } from './support/database.ts'
import { printBudgets, printFaults, printTable, quantile, type Row } from './support/figures.ts'
import { startOwnProgram } from './support/own-program.ts'
import { startProgram } from './support/programs.ts'

const [attackSeconds = 30, size = 100_000] = process.argv.slice(2).map(Number)
const PEOPLE = 36
const VISITORS = 14
const ATTACKERS = 8
const QUIET_MS = 15_000
const BUDGET_MS = 500
const ATTACKER = '203.0.113.66'
const ATTACKER_48 = '2001:db8:bad'
const ATTACKS = [
  { name: '1 account', from: ATTACKER, accounts: 1 },
  { name: `${ATTACKERS} accounts`, from: ATTACKER, accounts: ATTACKERS },
  { name: '/48', from: ATTACKER_48, accounts: ATTACKERS },
]

await buildWebApp()
const postgres = await startDurableDatabase({ full_page_writes: 'off', shared_buffers: '256MB' })
const { ctx, db } = postgres
const node = await startSlowNode()
const beganMs = performance.now()
const world = await seedSiege(ctx, size)
console.log(`seeded in ${Math.round((performance.now() - beganMs) / 1_000)} s`)
const address = (digit: number) => `0x${String(digit).padStart(40, '0')}`
const start = () =>
  startOwnProgram(postgres.url, {
    RPC_URLS: node.url,
    // The mock node returns 1 for every call, including the token the contracts use.
    USDC_TOKEN: address(1),
    VOUCH_CONTRACT: address(2),
    STEEZE_CONTRACT: address(3),
  })

let server = await start()
const ids = await makePeople(ctx, PEOPLE + ATTACKERS)
await beginCheck(db, ids, world.dearLesson)
const signedIn = await signIn(ctx, ids)
const attackers = signedIn.splice(PEOPLE)
const people: Person[] = [
  ...signedIn.map(({ cookie }, at) => ({ cookie, from: `198.51.100.${at + 1}` })),
  ...Array.from({ length: VISITORS }, (_, at) => ({ from: `192.0.2.${at + 1}` })),
]
const quiet = await useProduct(people, { port: server.port, world, forMs: QUIET_MS, onWarm: () => {} })
const reports: CrowdReport[] = []
const attacks: AttackReport[] = []
for (const { from, accounts } of ATTACKS) {
  await server.stop()
  server = await start()
  const { port } = server
  const cookies = attackers.slice(0, accounts).map(({ cookie }) => cookie)
  const attacker = await startProgram<Attacker>('siege/attack.ts', { port, world, from, cookies })
  reports.push(await useProduct(people, { port, world, forMs: attackSeconds * 1_000, onWarm: attacker.begin }))
  attacks.push(await attacker.end())
  attacker.stop()
}
await server.stop()
node.close()
await postgres.stop()
showCrowd()
showAttacks()
const inAll = (read: (report: CrowdReport) => number) => [quiet, ...reports].reduce((sum, each) => sum + read(each), 0)
printBudgets({ 'siege-p99': Math.max(...reports.map((report) => quantile(allOf(report), 0.99))) / BUDGET_MS })
printFaults({
  'siege-5xx': inAll(({ fiveHundreds }) => fiveHundreds),
  'siege-labs-refused': inAll(({ labsRefused }) => labsRefused),
})

function allOf({ ms }: CrowdReport): number[] {
  return Object.values(ms).flat()
}

function showCrowd(): void {
  const all = [quiet, ...reports]
  const cells = (kind: string, read: (report: CrowdReport) => readonly number[]): Row => {
    const row: Row = { 'others, ms': kind }
    for (const [at, when] of ['quiet', ...ATTACKS.map(({ name }) => name)].entries()) {
      const values = read(all[at] as CrowdReport)
      row[`${when} p50`] = Math.round(quantile(values, 0.5))
      row[`${when} p99`] = Math.round(quantile(values, 0.99))
      row[`${when} most`] = Math.round(quantile(values, 1))
    }
    return row
  }
  const kinds = [...new Set(all.flatMap(({ ms }) => Object.keys(ms)))].sort()
  printTable([...kinds.map((kind) => cells(kind, ({ ms }) => ms[kind] ?? [])), cells('all', allOf)])
  for (const { unexpected } of all) console.log(`others were refused: ${JSON.stringify(unexpected)}`)
}

function showAttacks(): void {
  const statuses = [...new Set(attacks.flatMap((report) => Object.values(report).flatMap(Object.keys)))].sort()
  for (const [index, report] of attacks.entries()) {
    console.log(`\nwhat the attacker was answered: ${ATTACKS[index]?.name} (0: the connection was ended)`)
    printTable(
      Object.entries(report).map(([weapon, counts]) => ({
        '': weapon,
        ...Object.fromEntries(statuses.map((status) => [`status ${status}`, counts[Number(status)] ?? 0])),
      })),
    )
  }
}

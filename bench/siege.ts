/**
 * One address attacks with one account, then with eight, then a whole /48 of IPv6 with eight, while 50 others use the
 * product.
 * `npm run bench siege SECONDS` sets the length of each attack (default 30). The server runs as in production on
 * durable PostgreSQL with 100,000 battles, one of them finished with 100,000 gifts, and restarts before each attack so
 * that no receipt is cached. Attackers, crowd and server are separate processes. The attacker has 330 connections for
 * requests, 300 for streams and 100 for unfinished bodies; each waits half a second after a refusal.
 */
import { openPg } from '../server/src/platform/db/connection/open-pg.ts'
import { makePeople, productContext } from '../tests/server/product/arena.ts'
import { signIn } from '../tests/server/product/people.ts'
import type { AttackPlan, AttackReport } from './siege/attack.ts'
import { type CrowdReport, type Person, useProduct } from './siege/crowd.ts'
import { beginCheck, seedSiege } from './siege/seed.ts'
import { startSiegeServer } from './siege/siege-server.ts'
import { startSlowNode } from './siege/slow-node.ts'
import { buildWebApp } from './support/browser.ts'
import { startDurableDatabase } from './support/database.ts'
import { printFigure, printTable, quantile, type Row } from './support/figures.ts'
import { nextMessage, startProgram } from './support/programs.ts'

const [attackSeconds = 30] = process.argv.slice(2).map(Number)
const BATTLES = 100_000
const GIFTS = 100_000
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
const node = await startSlowNode()
try {
  const db = await openPg({ url: postgres.url, poolSize: 4 })
  const beganMs = performance.now()
  const world = await seedSiege(db, { battles: BATTLES, gifts: GIFTS })
  console.log(`seeded in ${Math.round((performance.now() - beganMs) / 1_000)} s`)
  const start = () => startSiegeServer(postgres.url, node.url)

  let server = await start()
  const ctx = productContext(db)
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
    const attack = await prepareAttack({ port, world, from, cookies })
    reports.push(await useProduct(people, { port, world, forMs: attackSeconds * 1_000, onWarm: attack.begin }))
    attacks.push(await attack.end())
  }
  await server.stop()
  await db.close()

  showCrowd([quiet, ...reports])
  showAttack(attacks)
  const failed = [quiet, ...reports].reduce((sum, { fiveHundreds }) => sum + fiveHundreds, 0)
  printFigure('siege-p99', Math.max(...reports.map((report) => quantile(allOf(report), 0.99))) / BUDGET_MS)
  printFigure('siege-5xx', failed)
  printFigure(
    'siege-labs-refused',
    reports.reduce((sum, { labsRefused }) => sum + labsRefused, 0),
  )
} finally {
  node.close()
  await postgres.stop()
}

async function prepareAttack(plan: AttackPlan): Promise<{ begin(): void; end(): Promise<AttackReport> }> {
  const child = startProgram('siege/attack.ts')
  await nextMessage(child)
  return {
    begin: () => void child.send(plan),
    end() {
      const report = nextMessage<AttackReport>(child)
      child.send('end')
      return report
    },
  }
}

function allOf({ ms }: CrowdReport): number[] {
  return Object.values(ms).flat()
}

function showCrowd(reports: readonly CrowdReport[]): void {
  const cells = (kind: string, read: (report: CrowdReport) => readonly number[]): Row => {
    const row: Row = { 'others, ms': kind }
    for (const [at, when] of ['quiet', ...ATTACKS.map(({ name }) => name)].entries()) {
      const values = read(reports[at] as CrowdReport)
      for (const [name, q] of [
        ['p50', 0.5],
        ['p99', 0.99],
        ['most', 1],
      ] as const)
        row[`${when} ${name}`] = Math.round(quantile(values, q))
      row[`${when} n`] = values.length
    }
    return row
  }
  const kinds = [...new Set(reports.flatMap(({ ms }) => Object.keys(ms)))].sort()
  printTable([...kinds.map((kind) => cells(kind, ({ ms }) => ms[kind] ?? [])), cells('all', allOf)])
  for (const { unexpected } of reports) console.log(`others were refused: ${JSON.stringify(unexpected)}`)
}

function showAttack(attacks: readonly AttackReport[]): void {
  const weapons = [...new Set(attacks.flatMap((report) => Object.keys(report)))]
  const statuses = [...new Set(attacks.flatMap((report) => Object.values(report).flatMap(Object.keys)))].sort()
  for (const [index, report] of attacks.entries()) {
    console.log(`\nwhat the attacker was answered: ${ATTACKS[index]?.name} (0: the connection was ended)`)
    const counts = (weapon: string) =>
      statuses.map((status) => [`status ${status}`, report[weapon]?.[Number(status)] ?? 0])
    printTable(weapons.map((weapon) => ({ '': weapon, ...Object.fromEntries(counts(weapon)) })))
  }
}

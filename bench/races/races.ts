import { startDatabase } from '../support/database.ts'
import { printFaults, printTable } from '../support/figures.ts'
import { startProgram } from '../support/programs.ts'
import type { RaceServerStart } from './race-server.ts'
import { runRaces } from './run-races.ts'

const SHOWN = 20

async function serve(start: RaceServerStart) {
  const server = await startProgram<{ port: number }>('races/race-server.ts', start)
  return { port: server.port, close: server.kill }
}

/**
 * Runs conflicting actions at once on two servers, a number of rounds of every race, until the time is up; then the audits.
 * Sets an exit code for failure when a server failed or an invariant broke.
 */
export async function raceTwoServers(plan: { rounds: number; seed: number; minutes: number }): Promise<void> {
  const postgres = await startDatabase()
  const startedAtMs = performance.now()
  const counts = await runRaces({ ...plan, url: postgres.url, withinMs: plan.minutes * 60_000, serve })
  printTable(
    counts.races.map(({ name, rounds, answers }) => ({
      race: name,
      rounds,
      answers: [...answers]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    })),
  )
  const seconds = Math.round((performance.now() - startedAtMs) / 1_000)
  console.log(`${counts.rounds} rounds in ${seconds} s, seed ${plan.seed}`)
  for (const line of [...counts.faults.slice(0, SHOWN), ...counts.wrong.slice(0, SHOWN)]) console.log(line)
  await postgres.stop()
  printFaults({ 'races-5xx': counts.faults.length, 'races-wrong': counts.wrong.length })
}

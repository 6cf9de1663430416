/**
 * Kills a server during claims, and one of two during battles, 50 times each: no acknowledged write may be lost.
 * `npm run bench crash ROUNDS SEED` for other numbers. Exits with an error when a claim is lost or paid twice, or a
 * gift doesn't count as its response said.
 */
import { battleRounds } from './crash/battle-rounds.ts'
import { claimRounds } from './crash/claim-rounds.ts'
import { startDurableDatabase } from './support/database.ts'
import { printFigure, printTable } from './support/figures.ts'

const [rounds = 50, seed = 1] = process.argv.slice(2).map(Number)

const postgres = await startDurableDatabase()
try {
  const claims = await claimRounds({ url: postgres.url, rounds, seed, people: 12 })
  const battles = await battleRounds({ url: postgres.url, rounds, seed, gifts: 400 })
  printTable(
    ['kills', 'claims', 'acknowledged before the kill', 'people with claims found unheard', 'AP lost', 'AP wrong'],
    [[claims.rounds, claims.claims, claims.acknowledged, claims.happenedUnheard, claims.lostAp, claims.wrongAp]],
  )
  console.log()
  printTable(
    ['kills', 'gifts acknowledged', 'refused', 'unheard, told by a retry', 'wrong'],
    [[battles.rounds, battles.acknowledged, battles.refused, battles.unheard, battles.wrong]],
  )
  printFigure('crash-claims-wrong-ap', claims.lostAp + claims.wrongAp)
  printFigure('crash-battles-wrong', battles.wrong)
  if (claims.lostAp + claims.wrongAp + battles.wrong > 0) process.exitCode = 1
} finally {
  await postgres.stop()
}

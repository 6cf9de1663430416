/**
 * Kills servers and races requests: no acknowledged write may be lost, and one may win where only one can.
 * `npm run bench crash kills ROUNDS SEED` kills a server during claims, and one of two during battles, 50 times each, and
 * the only one at each step of battles of rounds, 30 times. It exits with an error when a claim is lost or paid twice, a
 * gift doesn't count as its response said, or a battle of rounds doesn't end once, as its receipt says. `npm run bench
 * crash rounds KILLS SEED` does only the last.
 * `npm run bench crash races ROUNDS SEED MINUTES` runs conflicting actions at once. Without a word both run.
 */
import { battleRounds } from './crash/battle-rounds.ts'
import { claimRounds } from './crash/claim-rounds.ts'
import { roundsKills } from './crash/rounds-kills.ts'
import { startDurableDatabase } from './support/database.ts'
import { printFigure, printTable } from './support/figures.ts'

const [mode] = process.argv.slice(2)
if (mode !== 'races' && mode !== 'rounds') await kills()
if (mode !== 'races') await killsInRounds()
if (mode !== 'kills' && mode !== 'rounds') await import('./races/races.ts')

async function kills(): Promise<void> {
  const [rounds = 50, seed = 1] = process.argv.slice(3).map(Number)

  const postgres = await startDurableDatabase()
  try {
    const claims = await claimRounds({ url: postgres.url, rounds, seed, people: 12 })
    const battles = await battleRounds({ url: postgres.url, rounds, seed, gifts: 400 })
    printTable([
      {
        kills: claims.rounds,
        claims: claims.claims,
        'acknowledged before the kill': claims.acknowledged,
        'people with claims found unheard': claims.happenedUnheard,
        'AP lost': claims.lostAp,
        'AP wrong': claims.wrongAp,
      },
    ])
    console.log()
    printTable([
      {
        kills: battles.rounds,
        'gifts acknowledged': battles.acknowledged,
        refused: battles.refused,
        'unheard, told by a retry': battles.unheard,
        wrong: battles.wrong,
      },
    ])
    printFigure('crash-claims-wrong-ap', claims.lostAp + claims.wrongAp)
    printFigure('crash-battles-wrong', battles.wrong)
    if (claims.lostAp + claims.wrongAp + battles.wrong > 0) process.exitCode = 1
  } finally {
    await postgres.stop()
  }
}

async function killsInRounds(): Promise<void> {
  const [count, seed = 1] = process.argv.slice(3).map(Number)
  const kills = mode === 'rounds' && count !== undefined ? count : 30
  const postgres = await startDurableDatabase()
  try {
    const { battles, answers, interrupted, calledOff, faults } = await roundsKills({ url: postgres.url, kills, seed })
    printTable([
      {
        kills,
        'battles of rounds': battles,
        answers,
        'rounds that an outage interrupted': interrupted,
        'called off': calledOff,
        faults: faults.length,
      },
    ])
    for (const fault of faults) console.error(fault)
    printFigure('crash-rounds-wrong', faults.length)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    await postgres.stop()
  }
}

/**
 * Kills servers and races requests: no acknowledged write may be lost, and one may win where only one can.
 * `npm run bench crash kills ROUNDS SEED` kills a server during claims, and one of two during battles, 50 times each, and
 * the only one at each step of battles of rounds, three times for five of these. It exits with an error when a claim is
 * lost or paid twice, a gift doesn't count as its response said, or a battle of rounds doesn't end once, as its receipt says.
 * `npm run bench crash races ROUNDS SEED MINUTES` runs conflicting actions at once. Without a word both run.
 */
import { battleRounds } from './crash/battle-rounds.ts'
import { claimRounds } from './crash/claim-rounds.ts'
import { roundsKills } from './crash/rounds-kills.ts'
import { raceTwoServers } from './races/races.ts'
import { startDurableDatabase } from './support/database.ts'
import { printFaults, printTable } from './support/figures.ts'

const [mode, ...numbers] = process.argv.slice(2)
const [rounds, seed = 1, minutes = 5] = numbers.map(Number)
if (mode !== 'races') await kills(rounds ?? 50)
if (mode !== 'kills') await raceTwoServers({ rounds: rounds ?? 200, seed, minutes })

async function kills(count: number): Promise<void> {
  const postgres = await startDurableDatabase()
  const { url } = postgres
  const claims = await claimRounds({ url, rounds: count, seed, people: 12 })
  const gifts = await battleRounds({ url, rounds: count, seed, gifts: 400 })
  const battles = await roundsKills({ url, kills: Math.ceil(count * 0.6), seed })
  await postgres.stop()
  const tables = [
    {
      kills: claims.rounds,
      claims: claims.claims,
      'acknowledged before the kill': claims.acknowledged,
      'people with claims found unheard': claims.happenedUnheard,
      'AP lost': claims.lostAp,
      'AP wrong': claims.wrongAp,
    },
    {
      kills: gifts.rounds,
      'gifts acknowledged': gifts.acknowledged,
      refused: gifts.refused,
      'unheard, told by a retry': gifts.unheard,
      wrong: gifts.wrong,
    },
    {
      kills: battles.kills,
      'battles of rounds': battles.battles,
      answers: battles.answers,
      'rounds that an outage interrupted': battles.interrupted,
      'called off': battles.calledOff,
      faults: battles.faults.length,
    },
  ]
  for (const row of tables) printTable([row])
  for (const fault of battles.faults) console.error(fault)
  printFaults({
    'crash-claims-wrong-ap': claims.lostAp + claims.wrongAp,
    'crash-battles-wrong': gifts.wrong,
    'crash-rounds-wrong': battles.faults.length,
  })
}

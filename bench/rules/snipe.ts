/**
 * How often a fan who waits for the last second wins, with a soft close and without: 10,000 simulated battles each, by
 * the product's own rule, with network delays of 20 to 400 ms. `npm run bench -- snipe [BATTLES] [SEED]`.
 */
import { printFigure, printTable } from '../support/figures.ts'
import { seeded } from '../support/seeded.ts'
import { sniperWins } from '../support/snipe/snipe-battle.ts'

const BATTLES = Number(process.argv[2] ?? 10_000)
const SEED = Number(process.argv[3] ?? 1)
const AIM = 0.55

function winsOf(softClose: boolean): number {
  const random = seeded(SEED)
  let wins = 0
  for (let i = 0; i < BATTLES; i++) if (sniperWins(softClose, random)) wins += 1
  return wins / BATTLES
}

const [soft, hard] = [winsOf(true), winsOf(false)]
const percent = (share: number) => `${(share * 100).toFixed(1)} %`
printTable(
  ['', 'the sniper wins', 'aim'],
  [
    ['with a soft close', percent(soft), `at most ${percent(AIM)}`],
    ['without', percent(hard), ''],
  ],
)
printFigure('snipe-wins', soft)
printFigure('snipe-wins-without', hard)
if (soft > AIM) process.exitCode = 1

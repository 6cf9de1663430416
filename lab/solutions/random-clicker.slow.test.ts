import { expect, it } from 'vitest'
import { rng } from '../../drawing/src/random.ts'
import { kindIds, loadKind } from '../src/kinds/index.ts'
import { solvesAtRandom } from './random-clicker.ts'

const RUNS = 20
const MAX_SOLVED = 2

it.each(kindIds)(
  '%s is solved at random in at most a tenth of the runs [learning.lab-luck]',
  async (id) => {
    const kind = await loadKind(id)
    const random = rng(7)
    let solved = 0
    for (let run = 0; run < RUNS; run++) if (await solvesAtRandom(kind, `${run}`, random)) solved++
    process.stdout.write(`${id}: ${solved} of ${RUNS} runs solved at random\n`)
    expect(solved).toBeLessThanOrEqual(MAX_SOLVED)
  },
  600_000,
)

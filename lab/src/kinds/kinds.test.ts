import { bytesToHex } from '@ethereumjs/util'
import { describe, expect, it } from 'vitest'
import { isThorough } from '../../../tests/thorough.ts'
import { solutions } from '../../solutions/index.ts'
import { playWay } from '../../solutions/solution.ts'
import { keccakText } from '../bytes.ts'
import { LEVEL } from '../limits.ts'
import { replay } from '../session.ts'
import { parseTranscript } from '../transcript.ts'
import { kindIds, loadKind } from './index.ts'

const seedOf = (text: string) => bytesToHex(keccakText(text))
const SEEDS = (isThorough ? [1, 2, 3] : [1]).map((number) => seedOf(`seed ${number}`))

it('every kind has solutions and a text for each trap', async () => {
  expect(Object.keys(solutions).sort()).toEqual([...kindIds].sort())
  for (const id of kindIds) {
    const { traps } = await loadKind(id)
    const ends = Object.values(solutions[id] ?? {}).map((way) => way.ends)
    expect(new Set(ends.filter((end) => end !== 'solved' && end !== 'open'))).toEqual(new Set(Object.keys(traps)))
  }
})

describe.each(Object.entries(solutions))('%s', (id, ways) => {
  it.each(Object.entries(ways))('%s [learning.lab-solvable]', async (_, way) => {
    const kind = await loadKind(id)
    for (const seed of SEEDS) {
      const { transcript, end, refusals } = await playWay(kind, { seed, way })
      expect(end, `${seed} ${refusals.join(', ')}`).toBe(way.ends)
      const parsed = parseTranscript(JSON.stringify(transcript))
      if (!parsed) throw new Error('The transcript was not read')
      const replayed = await replay(kind, { seed, actions: parsed.actions })
      const verdict = replayed.outcome === 'replayed' ? replayed.verdict : undefined
      expect(verdict?.state === 'trapped' ? verdict.trap : verdict?.state).toBe(way.ends)
    }
  })

  it('can be solved at a review’s level, too [learning.lab-harder]', async () => {
    const kind = await loadKind(id)
    for (const seed of SEEDS)
      expect((await playWay(kind, { seed, parameters: { [LEVEL]: 1 }, way: ways.reference })).end).toBe('solved')
  })

  it('is not solved by the transcripts of other seeds', async () => {
    const kind = await loadKind(id)
    let solved = 0
    for (let number = 0; number < (isThorough ? 8 : 2); number++) {
      const { transcript } = await playWay(kind, { seed: seedOf(`one ${number}`), way: ways.reference })
      const other = await replay(kind, { seed: seedOf(`other ${number}`), actions: transcript.actions })
      if (other.outcome === 'replayed' && other.verdict.state === 'solved') solved++
    }
    expect(solved).toBeLessThanOrEqual(isThorough ? 2 : 1)
  })
})

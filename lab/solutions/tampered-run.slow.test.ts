import { expect, it } from 'vitest'
import { rng } from '../../drawing/src/random.ts'
import { loadKind } from '../src/kinds/index.ts'
import { replay, Session } from '../src/session.ts'
import { parseTranscript } from '../src/transcript.ts'
import { solutions } from './index.ts'
import { playWay } from './solution.ts'
import { tamperer } from './tampered-run.ts'

const SEED = `0x${'5a'.repeat(32)}` as const
/** `npm run bench lab` tries 10,000. */
const MUTANTS = 150

async function reachesGoal(id: string, actions: NonNullable<ReturnType<typeof parseTranscript>>['actions']) {
  const session = await Session.open(await loadKind(id), SEED)
  for (const action of actions) {
    await session.act(action)
    await session.scene()
  }
  return (await session.verdict()).state === 'solved'
}

it('a tampered transcript is refused, fails, or truly reaches the goal [learning.lab-tampered]', async () => {
  const runs: string[] = []
  for (const [id, ways] of Object.entries(solutions)) {
    for (const way of Object.values(ways)) {
      const { transcript } = await playWay(await loadKind(id), { seed: SEED, way })
      runs.push(JSON.stringify(transcript))
    }
  }
  const random = rng(7)
  const tamper = tamperer(runs, random)
  const outcomes = new Map<string, number>()
  for (let number = 0; number < MUTANTS; number++) {
    const original = runs[Math.floor(random() * runs.length)] ?? ''
    const id = (JSON.parse(original) as { kind: string }).kind
    const read = parseTranscript(tamper(original))
    const result = read && (await replay(await loadKind(id), { seed: SEED, actions: read.actions }))
    const outcome = !result
      ? 'malformed'
      : 'reason' in result
        ? result.reason
        : 'verdict' in result
          ? result.verdict.state
          : result.outcome
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (outcome === 'solved') expect(await reachesGoal(id, read?.actions ?? [])).toBe(true)
  }
  for (const outcome of ['malformed', 'impossible', 'open', 'trapped', 'solved']) {
    expect(outcomes.get(outcome), outcome).toBeGreaterThan(0)
  }
})

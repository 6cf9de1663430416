import type { Lab } from '@aura/api/calls/lessons/lab'
import { solutions } from '../../lab/solutions/index.ts'
import { playWay } from '../../lab/solutions/solution.ts'
import { loadKind } from '../../lab/src/kinds/index.ts'

/** Plays a lab by one of its solutions. Returns what a page would submit. */
export async function labRun({ kind, parameters, seed }: Lab, way = 'reference'): Promise<string> {
  const played = solutions[kind]?.[way]
  if (!played) throw new Error(`no solution of ${kind} is called ${way}`)
  const { transcript } = await playWay(await loadKind(kind), { seed: seed as `0x${string}`, parameters, way: played })
  return JSON.stringify(transcript)
}

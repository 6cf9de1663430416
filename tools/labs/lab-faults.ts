import { solutions } from '../../lab/solutions/index.ts'
import { playWay } from '../../lab/solutions/solution.ts'
import { loadKind } from '../../lab/src/kinds/index.ts'
import type { Parameters } from '../../lab/src/lab.ts'

const SEEDS = [1, 2].map((number): `0x${string}` => `0x${String(number).padStart(64, '0')}`)

/**
 * Plays a lesson's lab with its parameters in every known way. Returns a sentence for each way that doesn't end as it
 * should.
 */
export async function labFaults({ kind: id, parameters }: { kind: string; parameters: Parameters }): Promise<string[]> {
  const [kind, ways] = [await loadKind(id), solutions[id]]
  if (!ways) return [`the lab ${id} has no reference`]
  const faults: string[] = []
  for (const [name, way] of Object.entries(ways)) {
    if (way.without !== undefined && parameters[way.without]) continue
    for (const seed of SEEDS) {
      const { end } = await playWay(kind, { seed, parameters, way })
      if (end !== way.ends) faults.push(`the lab ${id}, played by "${name}", ends with "${end}", not "${way.ends}"`)
    }
  }
  return [...new Set(faults)]
}

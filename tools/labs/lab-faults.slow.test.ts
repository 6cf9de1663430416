import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadCatalogue } from '../../server/src/features/lessons/catalogue.ts'
import { labFaults } from './lab-faults.ts'

it('finds none in the lessons, and one where the parameters make a lab unsolvable', async () => {
  const catalogue = await loadCatalogue(join(import.meta.dirname, '../../content/lessons'))
  const labs = [...catalogue.values()].flatMap(({ lab }) => lab ?? [])
  expect(labs.length).toBeGreaterThan(2)
  for (const lab of labs) expect(await labFaults(lab)).toEqual([])
  expect(await labFaults({ kind: 'sandwich', parameters: { fair: 1_100 } })).toContain(
    'the lab sandwich, played by "reference", ends with "sandwiched", not "solved"',
  )
})

import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { features } from './features.ts'

const FOLDER = join(import.meta.dirname, 'features')
const CALLS = join(import.meta.dirname, '../../api/src/calls')

const callsIn = (files: readonly string[], before: RegExp) =>
  files
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(
        new RegExp(`${before.source}'((?:GET|POST|PUT|DELETE) /[^']*)'`, before.flags),
      ),
    ])
    .map(([, key]) => key)
    .sort()

it('every folder of features/ is one feature of that name, and is listed', () => {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(features.map(({ name }) => name).sort()).toEqual(folders.map(({ name }) => name).sort())
  expect(features.filter(({ name }) => !existsSync(join(FOLDER, name, 'feature.ts')))).toEqual([])
})

it.each(features.map(({ name }) => name))('%s serves the calls of its own files in api, and no others', (name) => {
  const contract = globSync(join(CALLS, `${name}{,/*}.ts`))
  const served = callsIn(globSync(join(FOLDER, name, '**/*routes.ts')), /[^*]/g)
  expect(served).toEqual(callsIn(contract, /^ {2}/gm))
})

it('every file of calls belongs to a feature', () => {
  const names = readdirSync(CALLS).map((file) => basename(file, '.ts'))
  expect(names.filter((name) => !features.some((feature) => feature.name === name))).toEqual([])
})

it.each([
  ['a job', features.flatMap(({ jobs = {} }) => Object.keys(jobs))],
  ['a kind of transfer', features.flatMap(({ transferKinds = [] }) => transferKinds)],
])('no two features give %s the same name', (_what, names: readonly string[]) => {
  expect(names).toEqual([...new Set(names)])
})

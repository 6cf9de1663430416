import { existsSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { features } from './features.ts'

const FOLDER = new URL('./features/', import.meta.url)

it('every folder of features/ is one feature of that name, and is listed', () => {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(features.map(({ name }) => name).sort()).toEqual(folders.map(({ name }) => name).sort())
  expect(features.filter(({ name }) => !existsSync(new URL(`${name}/feature.ts`, FOLDER)))).toEqual([])
})

it.each([
  ['a job', features.flatMap(({ jobs = {} }) => Object.keys(jobs))],
  ['a kind of transfer', features.flatMap(({ transferKinds = [] }) => transferKinds)],
])('no two features give %s the same name', (_what, names: readonly string[]) => {
  expect(names).toEqual([...new Set(names)])
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentedCommands } from './documented.ts'

test('the docs say how to prepare the containers, up to the engine’s part', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../docs/running.md'), 'utf8')
  const commands = documentedCommands(docs)
  expect(commands).toMatch(/^cd deploy\n[\s\S]*> signer-key\n/)
  expect(commands).not.toContain('docker')
  expect(() => documentedCommands(docs.replace('## Containers', '## Images'))).toThrow("doesn't say")
})

test('the docs name programs of the image, and services of compose.yaml', () => {
  const root = join(import.meta.dirname, '../..')
  const docs = readFileSync(join(root, 'docs/running.md'), 'utf8')
  const [, section = ''] = /^## Containers\n([\s\S]*?)^## /m.exec(docs) ?? []
  const programs = [...section.matchAll(/server\/src\/(\w+)\.ts/g)].map(([file, name]) => ({ file, name }))
  expect(programs.map(({ name }) => name)).toEqual(expect.arrayContaining(['doctor', 'admin', 'backup', 'restore']))
  for (const { file } of programs) expect(existsSync(join(root, file)), file).toBe(true)
  const compose = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')
  // A word after each of them, or after the options and the volume of `run`.
  for (const [, service] of section.matchAll(/ (?:exec|stop|run --rm(?: --volume \S+)?) (\w+)/g)) {
    expect(compose).toMatch(new RegExp(`^  ${service}:$`, 'm'))
  }
})

import { readFileSync } from 'node:fs'
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

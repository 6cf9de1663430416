import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadGlossary } from './load-glossary.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aura-glossary-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

it('reads a term from each file, in the order of their names', async () => {
  write('tip.md', '# Tip\n\nWhat you add to [gas](term:gas).\n\nMore.\n')
  write('gas.md', '# Gas\n\nWork.\n')
  const terms = [...(await loadGlossary(folder)).values()]
  expect(terms.map(({ id }) => id)).toEqual(['gas', 'tip'])
  expect(terms[1]).toMatchObject({ name: 'Tip', short: 'What you add to gas.', blocks: [{}, {}] })
})

it.each([
  ['a term without a name', 'gas.md', 'Work.\n', 'gas.md:1: a term begins with'],
  ['a term without an explanation', 'gas.md', '# Gas\n', 'gas.md:2: a paragraph must explain'],
  ['a term that begins with a list', 'gas.md', '# Gas\n\n- Work\n', 'gas.md:2: a paragraph must explain'],
  ['a file of another name', 'Gas fee.md', '# Gas\n\nWork.\n', 'Gas fee.md:1: the file of a term'],
  ['a link to no term', 'gas.md', '# Gas\n\nSee [tip](term:tip).\n', 'the glossary has no tip'],
  ['HTML', 'gas.md', '# Gas\n\nWork.\n\n<b>x</b>\n', 'gas.md:5: HTML'],
])('refuses %s', async (_what, name, text, message) => {
  write(name, text)
  await expect(loadGlossary(folder)).rejects.toThrow(message)
})

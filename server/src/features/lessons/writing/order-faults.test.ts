import { join } from 'node:path'
import type { TextBlock } from '@aura/api/lesson-text'
import { expect, it } from 'vitest'
import { loadCatalogue } from '../catalogue.ts'
import { type Glossary, type GlossaryTerm, loadGlossary } from '../glossary/load-glossary.ts'
import { orderFaults } from './order-faults.ts'

const CONTENT = join(import.meta.dirname, '../../../../../content')

const term = (id: string, name: string): [string, GlossaryTerm] => [id, { id, name, short: name, blocks: [] }]
const GLOSSARY: Glossary = new Map([term('gas', 'Gas'), term('owner', 'Owner (of a contract)')])

/** `[gas]` stands for a link to the glossary. */
function lesson(id: string, text: string, { needs = [] as string[], teaches = [] as string[] } = {}) {
  const spans = text.split(/(\[\w+\])/).map((part) => {
    const linked = /^\[(\w+)\]$/.exec(part)?.[1]
    return linked === undefined ? { text: part } : { text: linked, term: linked }
  })
  const blocks: TextBlock[] = [{ kind: 'paragraph', spans }]
  return { id, needs, teaches, blocks }
}
const teacher = lesson('fees', '[gas] and [owner]', { teaches: ['gas', 'owner'] })
const faultsOf = (...lessons: ReturnType<typeof lesson>[]) => orderFaults(lessons, GLOSSARY)

it('the published path teaches each term once, after what it needs, and links it before [learning.path-order]', async () => {
  const lessons = [...(await loadCatalogue(join(CONTENT, 'lessons'))).values()]
  expect(orderFaults(lessons, await loadGlossary(join(CONTENT, 'glossary')))).toEqual([])
})

it('a term may be used before it is taught where it is linked, and everyday words are free', () => {
  expect(faultsOf(lesson('first', 'Its owner pays [gas]. Gas is work.'), teacher, lesson('last', 'More gas.'))).toEqual(
    [],
  )
  expect(faultsOf(lesson('first', 'Its gases.'), teacher)).toEqual([
    'first says “gas” before fees teaches it, without a link',
  ])
  expect(faultsOf(lesson('first', 'A gas-guzzler, gasoline.'), teacher)).toEqual([])
})

it.each<[string, string[], string]>([
  ['a need that comes later', faultsOf(lesson('first', '', { needs: ['fees'] }), teacher), 'first needs fees'],
  ['a need that is no lesson', faultsOf(teacher, lesson('last', '', { needs: ['gone'] })), 'last needs gone'],
  ['a need of its own', faultsOf(teacher, lesson('last', '', { needs: ['last'] })), 'last needs last'],
  ['a term without a lesson', faultsOf(lesson('fees', '[gas]', { teaches: ['gas'] })), 'no lesson teaches owner'],
  ['a term with two', faultsOf(teacher, lesson('last', '[gas]', { teaches: ['gas'] })), 'both teach gas'],
  ['a word the glossary lacks', faultsOf(teacher, lesson('last', '', { teaches: ['tip'] })), 'last teaches tip'],
  ['a lesson that hides its term', faultsOf({ ...teacher, blocks: [] }), 'fees teaches gas and doesn’t link it'],
])('refuses %s', (_, faults, expected) => {
  expect(faults.join('\n')).toContain(expected)
})

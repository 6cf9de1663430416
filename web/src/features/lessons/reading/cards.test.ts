import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { TextBlock } from '@aura/api/lesson-text'
import { expect, it } from 'vitest'
import { parseText } from '../../../../../server/src/features/lessons/text/parse-text.ts'
import { cardsOf, cardWith } from './cards.ts'

const paragraph = (text: string): TextBlock => ({ kind: 'paragraph', spans: [{ text }] })
const list: TextBlock = { kind: 'list', ordered: false, items: [[{ text: 'gas' }]] }
const heading: TextBlock = { kind: 'heading', spans: [{ text: 'Fees' }] }
const wordsOf = (blocks: readonly TextBlock[]) =>
  blocks.map((block) => ('spans' in block ? block.spans.map(({ text }) => text).join('') : block.kind)).join(' ')
const textsOf = (blocks: readonly TextBlock[]) => cardsOf(blocks).map((card) => wordsOf(card.blocks).trim())

it('a card has at most two sentences; what follows them joins, and a heading leads on [learning.cards]', () => {
  const blocks = [paragraph('One. Two! Three?'), list, heading, paragraph('Four costs 0.5 ETH.')]
  expect(textsOf(blocks)).toEqual(['One. Two!', 'Three? list', 'Fees Four costs 0.5 ETH.'])
  expect([0, 1, 2, 3, 9].map((block) => cardWith(cardsOf(blocks), block))).toEqual([0, 1, 2, 2, 0])
})

it('terms and marks keep their words across the cut', () => {
  const spans = [
    { text: 'A ' },
    { text: 'key', term: 'key' },
    { text: '. Keep it. ' },
    { text: 'Now.', strong: true as const },
  ]
  const cards = cardsOf([{ kind: 'paragraph', spans }])
  expect(cards.map(({ blocks }) => blocks)).toEqual([
    [{ kind: 'paragraph', spans: [{ text: 'A ' }, { text: 'key', term: 'key' }, { text: '. Keep it. ' }] }],
    [{ kind: 'paragraph', spans: [{ text: 'Now.', strong: true }] }],
  ])
})

const content = join(import.meta.dirname, '../../../../../content/lessons')

it('no published lesson loses a word, and none has a card that fills a screen [learning.cards]', () => {
  for (const file of globSync('*/content.md', { cwd: content })) {
    const folder = join(content, dirname(file))
    const pictures = new Map(
      globSync('*.svg', { cwd: folder }).map((name) => [basename(name), readFileSync(join(folder, name), 'utf8')]),
    )
    const { blocks } = parseText({ file, markdown: readFileSync(join(content, file), 'utf8'), pictures })
    const cards = cardsOf(blocks)
    const flat = (text: string) => text.replace(/\s+/g, '')
    expect(flat(wordsOf(cards.flatMap((card) => card.blocks))), file).toBe(flat(wordsOf(blocks)))
    for (const card of cards) expect(wordsOf(card.blocks).split(' ').length, wordsOf(card.blocks)).toBeLessThan(75)
  }
})

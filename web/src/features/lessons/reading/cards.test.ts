import type { TextBlock } from '@aura/api/lesson-text'
import { expect, it } from 'vitest'
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

import { join } from 'node:path'
import type { TextBlock } from '@aura/api/lesson-text'
import { expect, it } from 'vitest'
import { loadCatalogue } from '../server/src/features/lessons/index.ts'
import { cardsOf } from '../web/src/features/lessons/reading/cards.ts'

const wordsOf = (blocks: readonly TextBlock[]) =>
  blocks.map((block) => ('spans' in block ? block.spans.map(({ text }) => text).join('') : block.kind)).join(' ')
const flat = (text: string) => text.replace(/\s+/g, '')

it('no published lesson loses a word to its cards, and none has a card that fills a screen [learning.cards]', async () => {
  const lessons = [...(await loadCatalogue(join(import.meta.dirname, '../content/lessons'))).values()]
  expect(lessons.length).toBeGreaterThan(50)
  for (const { id, blocks } of lessons) {
    const cards = cardsOf(blocks)
    expect(flat(wordsOf(cards.flatMap((card) => card.blocks))), id).toBe(flat(wordsOf(blocks)))
    for (const card of cards) expect(wordsOf(card.blocks).split(' ').length, wordsOf(card.blocks)).toBeLessThan(75)
  }
})

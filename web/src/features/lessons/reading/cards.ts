import type { Span, TextBlock } from '@aura/api/lesson-text'

/** A part of a lesson's text that is read at once: one or two sentences and what they refer to. */
export interface Card {
  blocks: TextBlock[]
  /** Indexes of the first and last block of the lesson that it shows a part of. */
  first: number
  last: number
}

const SENTENCES = 2

/**
 * Cuts a text into cards. Figures, tables, lists and code join the sentences before them, headings those after them.
 * No word is lost or moved.
 */
export function cardsOf(blocks: readonly TextBlock[]): Card[] {
  const cards: Card[] = []
  let heading: TextBlock[] = []
  for (const [at, block] of blocks.entries()) {
    const before = cards.at(-1)
    if (block.kind === 'heading') heading.push(block)
    else if (block.kind === 'paragraph') {
      for (const spans of pairsOf(block.spans)) {
        const first = at - heading.length
        cards.push({ blocks: [...heading, { kind: 'paragraph', spans }], first, last: at })
        heading = []
      }
    } else if (before && heading.length === 0 && before.blocks.at(-1)?.kind === 'paragraph') {
      before.blocks.push(block)
      before.last = at
    } else {
      cards.push({ blocks: [...heading, block], first: at - heading.length, last: at })
      heading = []
    }
  }
  return cards
}

/** Returns the place of the first card that shows the block; the first card if none does. */
export const cardWith = (cards: readonly Card[], block: number): number =>
  Math.max(
    0,
    cards.findIndex(({ first, last }) => first <= block && block <= last),
  )

/** Created on first use, since it takes milliseconds. */
let segmenter: Intl.Segmenter | undefined

function pairsOf(spans: readonly Span[]): Span[][] {
  const text = spans.map((span) => span.text).join('')
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' })
  const starts = [...segmenter.segment(text)].map(({ index }) => index).filter((_, at) => at % SENTENCES === 0)
  return starts.map((start, at) => cut(spans, start, starts[at + 1] ?? text.length))
}

/** Returns the runs between two places of their joined text, each with its marks. */
function cut(spans: readonly Span[], from: number, to: number): Span[] {
  let start = 0
  return spans.flatMap((span) => {
    const begin = start
    start += span.text.length
    const text = span.text.slice(Math.max(0, from - begin), Math.max(0, to - begin))
    return text === '' ? [] : { ...span, text }
  })
}

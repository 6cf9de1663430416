import type { Span, TextBlock } from '@aura/api/lesson-text'

export const plainSpans = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('')

/** Returns a paragraph for each block, separated by blank lines. */
export const plainText = (blocks: readonly TextBlock[]): string => blocks.map(plainBlock).join('\n\n')

function plainBlock(block: TextBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return plainSpans(block.spans)
    case 'list':
      return block.items.map((item, at) => `${block.ordered ? `${at + 1}.` : '•'} ${plainSpans(item)}`).join('\n')
    case 'table':
      return [block.head.map(({ spans }) => spans), ...block.rows]
        .map((row) => row.map(plainSpans).join(' | '))
        .join('\n')
    case 'code':
      return block.text.replace(/\n\s*\n/g, '\n')
    case 'figure':
      return `[${block.alt}]`
  }
}

/** Returns the prose, which people read word by word: no tables, code or figures. */
export const proseOf = (blocks: readonly TextBlock[]): string[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'paragraph' || block.kind === 'heading') return [plainSpans(block.spans)]
    return block.kind === 'list' ? block.items.map(plainSpans) : []
  })

export const termsOf = (blocks: readonly TextBlock[]): string[] => [
  ...new Set(blocks.flatMap(spansOf).flatMap(({ term }) => term ?? [])),
]

export function spansOf(block: TextBlock): readonly Span[] {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return block.spans
    case 'list':
      return block.items.flat()
    case 'table':
      return [...block.head.map(({ spans }) => spans), ...block.rows.flat()].flat()
    default:
      return []
  }
}

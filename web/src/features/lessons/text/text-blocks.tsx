import type { TextBlock } from '@aura/api/lesson-text'
import { type Ref, useId } from 'react'
import { Figure } from './figure.tsx'
import { Spans } from './spans.tsx'
import styles from './text-blocks.module.css'

interface TextBlocksProps {
  blocks: readonly TextBlock[]
  /** Index of the block that is marked and scrolled to by `wantedRef`. */
  wanted?: number | null
  wantedRef?: Ref<HTMLDivElement>
}

/** The text of a lesson or of a glossary term. Each block has a box of its own, so that it can be pointed at. */
export const TextBlocks = ({ blocks, wanted = null, wantedRef }: TextBlocksProps) => (
  <div className={styles.text}>
    {blocks.map((block, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: texts never change
      <div key={at} data-block={block.kind} {...(wanted === at && { ref: wantedRef, 'data-wanted': true })}>
        <Block block={block} />
      </div>
    ))}
  </div>
)

function Block({ block }: { block: TextBlock }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      )
    case 'heading':
      return (
        <h3>
          <Spans spans={block.spans} />
        </h3>
      )
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((spans, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: texts never change
            <li key={at}>
              <Spans spans={spans} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return <Table block={block} />
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      )
    case 'figure':
      return <Figure figure={block} />
  }
}

function Table({ block: { head, rows } }: { block: TextBlock & { kind: 'table' } }) {
  const name = useId()
  const cellClass = (at: number) => (head[at]?.end ? `num ${styles.end}` : '')
  return (
    // Wide tables scroll by themselves, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark
    <div className={styles.scroll} role="group" aria-labelledby={name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map(({ spans }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: texts never change
              <th key={at} scope="col" className={cellClass(at)} {...(at === 0 && { id: name })}>
                <Spans spans={spans} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: texts never change
            <tr key={place}>
              {row.map((spans, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: texts never change
                <td key={at} className={cellClass(at)}>
                  <Spans spans={spans} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

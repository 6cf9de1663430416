import type { Span } from '@aura/api/lesson-text'
import { Fragment, type ReactNode } from 'react'
import { TermNote } from './term-note.tsx'
import styles from './text-blocks.module.css'

export const Spans = ({ spans }: { spans: readonly Span[] }) =>
  linked(spans).map(({ href, term, runs }, at) => {
    const text = runs.map(marked)
    // biome-ignore lint/suspicious/noArrayIndexKey: texts never change
    if (term !== undefined) return <TermNote key={at} id={term} text={text} />
    // biome-ignore lint/suspicious/noArrayIndexKey: texts never change
    if (href === undefined) return <Fragment key={at}>{text}</Fragment>
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: texts never change
      <a key={at} className={styles.link} href={href} target="_blank" rel="noreferrer">
        {text}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    )
  })

interface LinkedRuns {
  href: string | undefined
  term: string | undefined
  runs: Span[]
}

function linked(spans: readonly Span[]): LinkedRuns[] {
  const groups: LinkedRuns[] = []
  for (const span of spans) {
    const last = groups.at(-1)
    if (last && last.href === span.href && last.term === span.term) last.runs.push(span)
    else groups.push({ href: span.href, term: span.term, runs: [span] })
  }
  return groups
}

function marked({ text, code, em, strong }: Span, at: number): ReactNode {
  let shown: ReactNode = code ? <code>{text}</code> : text
  if (em) shown = <em>{shown}</em>
  if (strong) shown = <strong>{shown}</strong>
  return <Fragment key={at}>{shown}</Fragment>
}

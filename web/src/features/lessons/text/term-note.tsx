import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState, useTransition } from 'react'
import { Link } from 'wouter'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import styles from './text-blocks.module.css'

const loadPopover = () => import('#ui/overlay/note-popover')

/** Shows the word alone if the code of the note doesn't load. */
const NotePopover = lazy(() =>
  loadPopover().then(
    (module) => ({ default: module.NotePopover }),
    () => ({ default: ({ trigger }: { trigger: ReactNode }) => <>{trigger}</> }),
  ),
)

const preload = () => void loadPopover().catch(() => {})

interface TermNoteProps {
  id: string
  text: ReactNode
}

/** A word with its explanation. The explanations and the code that shows them load with the first one asked for. */
export function TermNote(props: TermNoteProps) {
  const [isAsked, setAsked] = useState(false)
  const [isLoading, load] = useTransition()
  const word = (
    <button
      type="button"
      className={styles.term}
      aria-haspopup="dialog"
      aria-busy={isLoading}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => load(() => setAsked(true))}
    >
      {props.text}
    </button>
  )
  return <Suspense fallback={word}>{isAsked ? <Note {...props} /> : word}</Suspense>
}

function Note({ id, text }: TermNoteProps) {
  const { data: terms, isError } = useQuery({ ...read('GET /api/glossary'), staleTime: Number.POSITIVE_INFINITY })
  const term = terms?.find((each) => each.id === id)
  return (
    <NotePopover trigger={text} className={styles.term} title={term?.name ?? 'Glossary'}>
      <p>{term?.short ?? (isError ? 'The explanation can’t be loaded right now.' : 'Loading...')}</p>
      <p>
        <Link href={paths.term(id)} className="text-ink underline underline-offset-4">
          Open the glossary
        </Link>
      </p>
    </NotePopover>
  )
}

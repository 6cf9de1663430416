import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
import { read } from '#lib/query-client'
import { paths } from '#paths'

/** Shows the word alone if the code of the note doesn't load. */
const NotePopover = lazy(() =>
  import('#ui/overlay/note-popover').then(
    (module) => ({ default: module.NotePopover }),
    () => ({ default: ({ trigger }: { trigger: ReactNode }) => <>{trigger}</> }),
  ),
)

export function TermNote({ id, text }: { id: string; text: ReactNode }) {
  const { data: terms, isError } = useQuery({ ...read('GET /api/glossary'), staleTime: Number.POSITIVE_INFINITY })
  const term = terms?.find((each) => each.id === id)
  return (
    <Suspense fallback={text}>
      <NotePopover trigger={text} title={term?.name ?? 'Glossary'}>
        <p>{term?.short ?? (isError ? 'The explanation can’t be loaded right now.' : 'Loading...')}</p>
        <p>
          <Link href={paths.term(id)} className="text-ink underline underline-offset-4">
            Open the glossary
          </Link>
        </p>
      </NotePopover>
    </Suspense>
  )
}

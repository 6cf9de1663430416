import type { Answer } from '@aura/api/calls'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'wouter'
import { HelpNav } from '#features/help'
import { TextBlocks } from '#features/lessons'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useTitle } from '#lib/use-title'
import { paths } from '#paths'
import { LoadFailed } from '#ui/feedback/load-failed'
import { TickLoader } from '#ui/feedback/tick-loader'
import { Field } from '#ui/forms/field'
import { byLetter, countText, foundTerms } from './found-terms.ts'
import styles from './library.module.css'

type Term = Answer<'GET /api/glossary'>[number]

export default function GlossaryScreen() {
  const { id } = useParams()
  const { data: terms, error, isFetching, refetch } = useQuery(read('GET /api/glossary'))
  if (terms) return <Loaded terms={terms} chosen={terms.find((term) => term.id === id)} />
  if (!error) return <TickLoader text="Loading the glossary..." />
  return (
    <main className={`page ${styles.screen}`}>
      <h1 className="h1">Glossary</h1>
      <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
    </main>
  )
}

function Loaded({ terms, chosen }: { terms: readonly Term[]; chosen: Term | undefined }) {
  useTitle(chosen ? chosen.name : 'Glossary')
  const [query, setQuery] = useState('')
  const found = foundTerms(terms, query)
  const isWhole = query.trim() === ''
  const groups = isWhole ? byLetter(found) : found.length > 0 ? [['Found', found] as const] : []
  const wanted = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another term is chosen
  useEffect(() => {
    wanted.current?.scrollIntoView({ block: 'center' })
    wanted.current?.focus({ preventScroll: true })
  }, [chosen?.id])
  return (
    <main className={`page ${styles.screen}`}>
      <h1 className="h1">Glossary</h1>
      <div className={styles.search}>
        <Field label="Search the glossary" type="search" value={query} onText={setQuery} autoComplete="off" />
        <p role="status" className={styles.count}>
          {countText(found.length)}
        </p>
      </div>
      <div className={styles.glossary}>
        <div className={styles.rail}>
          {isWhole && <Letters letters={groups.map(([letter]) => letter)} />}
          <div className={styles.help}>
            <HelpNav />
          </div>
        </div>
        <div className="min-w-0">
          {groups.map(([letter, ofLetter]) => (
            <section key={letter} aria-labelledby={idOf(letter)}>
              <h2 id={idOf(letter)} className={isWhole ? styles.letter : 'sr-only'}>
                {letter}
              </h2>
              <ul className={styles.terms}>
                {ofLetter.map((term) => (
                  <li key={term.id}>
                    <TermText term={term} chosen={term.id === chosen?.id ? wanted : undefined} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </main>
  )
}

const idOf = (letter: string): string => (letter === '#' ? 'letter-0' : `letter-${letter.toLowerCase()}`)

const Letters = ({ letters }: { letters: readonly string[] }) => (
  <nav aria-label="Letters">
    <ul className={styles.letters}>
      {letters.map((letter) => (
        <li key={letter}>
          <a href={`#${idOf(letter)}`}>{letter}</a>
        </li>
      ))}
    </ul>
  </nav>
)

/** `chosen` is set on the term of the page's address. */
const TermText = ({ term, chosen }: { term: Term; chosen: RefObject<HTMLElement | null> | undefined }) => (
  <article
    aria-labelledby={`term-${term.id}`}
    data-chosen={chosen !== undefined || undefined}
    {...(chosen && { ref: chosen, tabIndex: -1 })}
  >
    <h3 id={`term-${term.id}`}>
      <Link href={paths.term(term.id)}>{term.name}</Link>
    </h3>
    <TextBlocks blocks={term.blocks} />
    {term.lesson && (
      <p className={styles.explained}>
        Explained in{' '}
        <Link href={paths.lesson(term.lesson.id)} className="underline underline-offset-4">
          {term.lesson.title}
        </Link>
      </p>
    )}
  </article>
)

import type { LessonFigures } from '@aura/api/calls/lessons/figures'
import { formatWhole } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/load-failed'
import { TickLoader } from '#ui/feedback/tick-loader'
import { Table } from '#ui/layout/table'
import { AdminFrame } from './admin-frame.tsx'
import { shareText } from './share-text.ts'

type Lesson = LessonFigures['lessons'][number]

export default function LessonsScreen() {
  const { data, error, isFetching, refetch } = useQuery({ ...read('GET /api/admin/lessons'), staleTime: 0 })
  if (!data && !error) return <TickLoader text="Loading figures..." />
  return (
    <AdminFrame title="Lessons">
      {!data && error && (
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {data?.people === 0 && <EmptyState title="Nobody has joined yet" />}
      {data && data.people > 0 && <Figures figures={data} />}
    </AdminFrame>
  )
}

function Figures({ figures: { people, awayDays, lessons } }: { figures: LessonFigures }) {
  const [chosen, setChosen] = useState(lessons[0]?.id)
  const lesson = lessons.find(({ id }) => id === chosen)
  return (
    <>
      <p className="my-4 max-w-2xl text-ink-2">
        Of the newest {formatWhole(people)} people. Left here: whose last lesson this was, and who haven’t learned for{' '}
        {awayDays} days. Choose a lesson to see its questions.
      </p>
      <Table
        caption="Lessons"
        flow
        items={lessons}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'Lesson',
            cell: ({ id, title }) => (
              <button
                type="button"
                aria-pressed={id === chosen}
                className={`min-h-10 text-left underline underline-offset-4 ${id === chosen ? 'font-strong' : ''}`}
                onClick={() => setChosen(id)}
              >
                {title}
              </button>
            ),
          },
          { name: 'Begun', cell: ({ begun }) => <Count name="begun" count={begun} />, end: true },
          { name: 'Passed', cell: ({ passed }) => <Count name="passed" count={passed} />, end: true },
          { name: 'Claimed', cell: ({ claimed }) => <Count name="claimed" count={claimed} />, end: true },
          { name: 'Left here', cell: ({ leftHere }) => <Count name="left here" count={leftHere} />, end: true },
        ]}
      />
      {lesson && <Questions lesson={lesson} />}
    </>
  )
}

const Count = ({ name, count }: { name: string; count: number }) => (
  <>
    <span className="num">{formatWhole(count)}</span> <span className="text-ink-2 md:hidden">{name}</span>
  </>
)

function Questions({ lesson: { title, questions } }: { lesson: Lesson }) {
  return (
    <section className="mt-8" aria-labelledby="questions" aria-live="polite">
      <h2 id="questions" className="h3 mb-2">
        {title}
      </h2>
      <Table
        caption={`Questions of ${title}`}
        flow
        items={questions}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Question', cell: ({ text }) => <span className="wrap-anywhere">{text}</span> },
          {
            name: 'Right at first',
            cell: (question) => <span className="whitespace-nowrap">{shareText(question)}</span>,
            end: true,
          },
          { name: 'Most frequent mistakes', cell: ({ mistakes }) => <Mistakes mistakes={mistakes} /> },
        ]}
      />
    </section>
  )
}

function Mistakes({ mistakes }: { mistakes: Lesson['questions'][number]['mistakes'] }) {
  if (mistakes.length === 0) return <span className="text-ink-2">None</span>
  return (
    <ul>
      {mistakes.map(({ text, times }) => (
        <li key={text} className="wrap-anywhere">
          <span className="num">{formatWhole(times)}</span> × {text}
        </li>
      ))}
    </ul>
  )
}

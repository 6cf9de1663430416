import type { Lesson } from '@aura/api/calls/lessons/lesson'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { Badge } from '#ui/feedback/badge'
import { Button } from '#ui/forms/button'
import { Row, Rows } from '#ui/layout/rows'
import { Difficulty } from '../difficulty.tsx'
import { AfterLessons } from './after-lessons.tsx'
import styles from './day-done.module.css'

export function DayDone({ lessons, onOpen }: { lessons: readonly Lesson[]; onOpen: (lesson: Lesson) => void }) {
  return (
    <div className={styles.done}>
      <div>
        <h3 className="h3">Done for today</h3>
        <Rows label="Today’s lessons">
          {lessons.map((lesson) => (
            <Row
              key={lesson.id}
              title={lesson.title}
              note={
                <Badge tone="ok">
                  <Check size={14} aria-hidden="true" />
                  Completed
                </Badge>
              }
              action={
                <Button
                  kind="secondary"
                  size={40}
                  onClick={() => onOpen(lesson)}
                  aria-label={`Read Again: ${lesson.title}`}
                >
                  Read Again
                </Button>
              }
            />
          ))}
        </Rows>
      </div>
      <Tomorrow />
      <Suspense>
        <AfterLessons />
      </Suspense>
    </div>
  )
}

function Tomorrow() {
  const { data: path } = useQuery(read('GET /api/lessons/path'))
  if (!path) return null
  return (
    <div>
      <h3 className="h3">Tomorrow</h3>
      {path.tomorrow.length > 0 ? (
        <Rows label="Tomorrow’s lessons">
          {path.tomorrow.map(({ id, title, difficulty }) => (
            <Row key={id} title={title} note={<Difficulty grade={difficulty} />} />
          ))}
        </Rows>
      ) : (
        <p className="mt-3 text-ink-2">Every lesson is done. A review of five questions counts the day.</p>
      )}
      <Link href={paths.learn} className="mt-3 inline-block underline underline-offset-4">
        See your path
      </Link>
    </div>
  )
}

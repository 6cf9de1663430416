import { pathRing } from '@aura/drawing/path-ring'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { useNearView } from '#ui/layout/near'
import { TitledCard } from '#ui/layout/titled-card'
import styles from './learn.module.css'
import { dayText } from './path-text.ts'

const SIZE = 40
/** Bundles as in the large ring, here only a sign of a finished unit. */
const SIGN = pathRing([{ heights: [0.5, 1, 0.7, 1, 0.5, 0.9] }], SIZE)

/** The units a person has finished, each with its day. Hidden on another's profile before the first. */
export function UnitBadges({ id, isMine }: { id: string; isMine: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  const { data, error, isFetching, refetch } = useQuery({
    ...read('GET /api/users/:id/units', { id }),
    staleTime: 0,
    enabled: useNearView(place),
  })
  if (!data && !error) return <div ref={place} />
  if (data?.length === 0 && !isMine) return null
  return (
    <TitledCard id="units" title="Finished Units">
      {!data && <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <p className="text-ink-2">
          A unit shows here once you have done all of its lessons.{' '}
          <Link href={paths.learn} className="text-link">
            See your path
          </Link>
        </p>
      )}
      {data && data.length > 0 && (
        <ul className={styles.badges}>
          {data.map((unit) => (
            <li key={unit.id}>
              <svg width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} fill="none" aria-hidden="true">
                <path d={SIGN.arcs[0]} className={styles.litRim} strokeWidth="2" />
                {SIGN.rays.map(({ lesson, path }) => (
                  <path key={lesson} d={path} className={styles.badgeRay} />
                ))}
              </svg>
              <span>
                <b>{unit.title}</b>
                <span className="text-ink-2">{dayText(unit.finishedOn)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  )
}

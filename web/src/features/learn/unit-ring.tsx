import type { LearningPath, LessonOnPath } from '@aura/api/calls/lessons/path'
import { pathRing } from '@aura/drawing/path-ring'
import { useMemo } from 'react'
import styles from './learn.module.css'

type Units = LearningPath['units']

const SIZE = 400
const LONGEST_AP = 90
const MARK_PX = 3.5

const heightOf = ({ state, auraReward }: LessonOnPath): number =>
  state === 'later' ? 0.05 : 0.25 + 0.75 * Math.min(1, auraReward / LONGEST_AP)

/** Units as pieces of a ring: claimed lessons are lit, today's are dotted, and a dot inside is due for review. */
export function UnitRing({ units, label }: { units: Units; label: string }) {
  const ring = useMemo(
    () =>
      pathRing(
        units.map(({ lessons }) => ({ heights: lessons.map(heightOf) })),
        SIZE,
      ),
    [units],
  )
  return (
    <svg className={styles.ring} viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={label} fill="none">
      {units.map((unit, i) => (
        <path
          key={unit.id}
          d={ring.arcs[i]}
          className={unit.finishedOn ? styles.litRim : styles.rim}
          strokeWidth={unit.finishedOn ? 5 : 2.5}
        />
      ))}
      {ring.rays.map(({ unit, lesson: index, path, mark }) => {
        const lesson = units[unit]?.lessons[index]
        if (!lesson) return null
        return (
          <g key={lesson.id}>
            <path d={path} className={styles[lesson.state]} />
            {lesson.due > 0 && <circle cx={mark.x} cy={mark.y} r={MARK_PX} className={styles.dueMark} />}
          </g>
        )
      })}
    </svg>
  )
}

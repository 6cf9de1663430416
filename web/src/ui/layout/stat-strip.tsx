import type { ReactNode } from 'react'
import { Skeleton } from '../feedback/skeleton.tsx'
import styles from './stat-strip.module.css'

/** Figures beside each other, divided by lines: four in a row, two by two on a phone. `short` gives each one line. */
export function StatStrip({ short = false, children }: { short?: boolean; children: ReactNode }) {
  return <dl className={`${styles.strip} ${short ? styles.short : ''}`}>{children}</dl>
}

/** More than a cell of a phone takes at full width. */
const isLong = (value: ReactNode): boolean => typeof value === 'string' && value.length > 8

interface StatProps {
  name: string
  value: ReactNode
  unit?: string
  /** What the figure means, or where it comes from. */
  note?: string
}

/** Stands for a figure that has not been read yet. */
export const StatSkeleton = () => <Skeleton className={styles.unknown ?? ''} />

/** One figure of the strip. */
export function Stat({ name, value, unit, note }: StatProps) {
  return (
    <div className={styles.cell}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.amount}>
        <span className={`num ${styles.value} ${isLong(value) ? styles.long : ''}`}>{value}</span> {unit}
      </dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  )
}

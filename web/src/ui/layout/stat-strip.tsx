import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Skeleton } from '../feedback/skeleton.tsx'
import styles from './stat-strip.module.css'

/** Four in a row, two by two on a phone. `short` puts each on one line. */
export function StatStrip({ short = false, children }: { short?: boolean; children: ReactNode }) {
  return <dl className={`${styles.strip} ${short ? styles.short : ''}`}>{children}</dl>
}

/** Too long for a phone's cell at full width. */
const isLong = (value: ReactNode): boolean => typeof value === 'string' && value.length > 8

interface StatProps {
  name: string
  value: ReactNode
  unit?: string
  note?: string
  /** The page that explains the figure. */
  href?: string
}

export const StatSkeleton = () => <Skeleton className={styles.unknown ?? ''} />

export function Stat({ name, value, unit, note, href }: StatProps) {
  return (
    <div className={styles.cell}>
      <dt className={styles.name}>{href ? <Link href={href}>{name}</Link> : name}</dt>
      <dd className={styles.amount}>
        <span className={`num ${styles.value} ${isLong(value) ? styles.long : ''}`}>{value}</span> {unit}
      </dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  )
}

import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'wouter'
import { Skeleton } from '../feedback/skeleton.tsx'
import styles from './stat-strip.module.css'

/** Four in a row, two by two on a phone. `short` puts each on one line. */
export function StatStrip({ short = false, children }: { short?: boolean; children: ReactNode }) {
  return <dl className={`${styles.strip} ${short ? styles.short : ''}`}>{children}</dl>
}

/** Longer texts don't fit a phone's cell at full width. */
const LONG = 9

/** Fits a text into its cell; other content keeps its size. */
function Value({ value }: { value: ReactNode }) {
  if (typeof value !== 'string') return <span className={`num ${styles.value}`}>{value}</span>
  return (
    <span
      className={`num ${styles.value} ${styles.text} ${value.length < LONG ? '' : styles.long}`}
      style={{ '--letters': value.length } as CSSProperties}
    >
      {value}
    </span>
  )
}

interface StatProps {
  name: string
  value: ReactNode
  unit?: string
  note?: string
  /** Page that explains the figure. */
  href?: string
}

export const StatSkeleton = () => <Skeleton className={styles.unknown ?? ''} />

export function Stat({ name, value, unit, note, href }: StatProps) {
  return (
    <div className={styles.cell}>
      <dt className={styles.name}>{href ? <Link href={href}>{name}</Link> : name}</dt>
      <dd className={styles.amount}>
        <Value value={value} /> {unit}
      </dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  )
}

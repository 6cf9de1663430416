import styles from './skeleton.module.css'

/** Same size as the content being loaded, whose container sets `aria-busy`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span
      className={`relative block overflow-hidden rounded-sm bg-bg-2 ${styles.sheen} ${className}`}
      aria-hidden="true"
    />
  )
}

import styles from './skeleton.module.css'

/** A grey placeholder of the same size as the content being loaded. The loading part itself sets `aria-busy`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span
      className={`relative block overflow-hidden rounded-sm bg-bg-2 ${styles.sheen} ${className}`}
      aria-hidden="true"
    />
  )
}

import styles from './skeleton.module.css'

/** A grey stand-in with the size of what is being loaded. The part that loads says so itself, with `aria-busy`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span
      className={`relative block overflow-hidden rounded-sm bg-bg-2 ${styles.sheen} ${className}`}
      aria-hidden="true"
    />
  )
}

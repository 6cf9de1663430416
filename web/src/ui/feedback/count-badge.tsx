import styles from './count-badge.module.css'

const MAX_SHOWN = 99

/** Decorative: the control's own label contains the count. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span className={styles.count} aria-hidden="true">
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
    </span>
  )
}

import styles from './count-badge.module.css'

const MOST = 99

/** Decorative: the control's own label contains the count. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span className={styles.count} aria-hidden="true">
      {count > MOST ? `${MOST}+` : count}
    </span>
  )
}

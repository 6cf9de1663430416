import styles from './count-badge.module.css'

const MOST = 99

/** How many are waiting, on the corner of what holds them. Decoration: the control's own label says it too. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span className={styles.count} aria-hidden="true">
      {count > MOST ? `${MOST}+` : count}
    </span>
  )
}

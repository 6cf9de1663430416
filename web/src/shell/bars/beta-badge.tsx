import styles from './beta-badge.module.css'

export function BetaBadge() {
  return (
    <aside aria-label="Release stage" data-chrome className={styles.badge}>
      BETA
    </aside>
  )
}

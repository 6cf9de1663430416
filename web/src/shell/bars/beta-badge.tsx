import styles from './beta-badge.module.css'

/** The beta label shown on every screen. */
export function BetaBadge() {
  return (
    <aside aria-label="Release stage" data-chrome className={styles.badge}>
      BETA
    </aside>
  )
}

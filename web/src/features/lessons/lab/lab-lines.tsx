import type { Row } from '@aura/lab/kind'
import styles from './lab.module.css'

export function Lines({ rows }: { rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <dl className={styles.lines}>
      {rows.map(({ label, value, isExact }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a permission for several tokens repeats its labels
        <div key={`${label} ${at}`}>
          <dt>{label}</dt>
          <dd data-exact={isExact || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

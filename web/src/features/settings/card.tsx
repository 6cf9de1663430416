import { type ReactNode, type Ref, useId } from 'react'
import styles from './settings.module.css'

export function Card({ title, children, ref }: { title: string; children: ReactNode; ref?: Ref<HTMLElement> }) {
  const id = useId()
  return (
    <section ref={ref} className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div>{children}</div>
    </section>
  )
}

interface SettingProps {
  icon?: ReactNode
  title: ReactNode
  note?: ReactNode
  action?: ReactNode
}

export function Setting({ icon, title, note, action }: SettingProps) {
  return (
    <div className={styles.setting}>
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <div className={styles.words}>
        <p className={styles.name}>{title}</p>
        {note && <div className={styles.note}>{note}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}

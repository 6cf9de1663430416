import type { ComponentProps, ReactNode } from 'react'
import styles from './titled-card.module.css'

interface TitledCardProps extends Omit<ComponentProps<'section'>, 'title'> {
  id: string
  title: string
  control?: ReactNode
}

export function TitledCard({ id, title, control, children, ...rest }: TitledCardProps) {
  const heading = <h2 id={id}>{title}</h2>
  return (
    <section className={styles.card} aria-labelledby={id} {...rest}>
      {control ? (
        <div className={styles.head}>
          {heading}
          {control}
        </div>
      ) : (
        heading
      )}
      {children}
    </section>
  )
}

export function Pairs({ children }: { children: ReactNode }) {
  return <dl className={styles.pairs}>{children}</dl>
}

export function Pair({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  )
}

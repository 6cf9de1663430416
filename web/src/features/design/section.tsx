import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './design.module.css'

interface SectionProps {
  id: string
  title: string
  note?: string
  children: ReactNode
}

export function Section({ id, title, note, children }: SectionProps) {
  return (
    <section id={id} data-shot={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <div className={styles.aside}>
        <h2 id={`${id}-title`}>{title}</h2>
        {note && <p>{note}</p>}
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.group}>
      <h3>{title}</h3>
      {children}
    </div>
  )
}

export const States = ({ children }: { children: ReactNode }) => <div className={styles.states}>{children}</div>

export const Columns = ({ children }: { children: ReactNode }) => <div className={styles.columns}>{children}</div>

export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.state}>
      <div>{children}</div>
      <p className={styles.caption}>{name}</p>
    </div>
  )
}

interface ForcedProps {
  part?: string
  state: 'hover' | 'focus' | 'pressed'
  children: ReactNode
}

export function Forced({ part = 'input, button, [role]', state, children }: ForcedProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    box.current?.querySelector(part)?.setAttribute('data-force', state)
  }, [part, state])
  return <div ref={box}>{children}</div>
}

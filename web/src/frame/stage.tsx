import type { ReactNode } from 'react'
import styles from './stage.module.css'

interface StageProps {
  /** A word or number in poster size, read as the start of the title. */
  poster?: string
  title: string
  picture: ReactNode
  actions: ReactNode
  children: ReactNode
}

/** A whole screen with one thing to say. */
export function Stage({ poster, title, picture, actions, children }: StageProps) {
  return (
    <main className={`page ${styles.stage}`}>
      <div>
        <h1 className={styles.title}>
          {poster && <span className={styles.poster}>{poster}</span>} <span className={styles.words}>{title}</span>
        </h1>
        <p className={styles.text}>{children}</p>
        <div className={styles.actions}>{actions}</div>
      </div>
      <div className={styles.picture}>{picture}</div>
    </main>
  )
}

import type { EndWords } from './end-words.ts'
import styles from './result-note.module.css'

export function ResultNote({ words: { note, gifter } }: { words: EndWords }) {
  return (
    <div className={styles.note}>
      {note && <p className={styles.own}>{note}</p>}
      {gifter && <p>{gifter}</p>}
    </div>
  )
}

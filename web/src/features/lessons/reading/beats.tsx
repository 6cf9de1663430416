import styles from '../lesson-dialog.module.css'

export type Beat = 'Guess' | 'Read' | 'Do' | 'Check'

interface BeatsProps {
  beats: readonly Beat[]
  done: readonly Beat[]
}

export function Beats({ beats, done }: BeatsProps) {
  const current = beats.find((beat) => !done.includes(beat))
  return (
    <ol className={styles.beats} aria-label="Parts of the lesson">
      {beats.map((beat) => (
        <li
          key={beat}
          data-done={done.includes(beat) || undefined}
          aria-current={beat === current ? 'step' : undefined}
        >
          {beat}
          {done.includes(beat) && <span className="sr-only">, done</span>}
        </li>
      ))}
    </ol>
  )
}

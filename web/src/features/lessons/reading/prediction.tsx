import type { Predict } from '@aura/api/calls/lessons/lesson'
import { useId } from 'react'
import styles from './prediction.module.css'

interface PredictionProps {
  predict: Predict
  guess: number | null
  onGuess: (option: number) => void
}

/** Asked before the text. Guesses are not judged, and final. */
export function Prediction({ predict, guess, onGuess }: PredictionProps) {
  const question = useId()
  return (
    <section className={styles.card} aria-labelledby={question}>
      <p className={styles.kicker}>Before you read, guess</p>
      <h3 id={question} className={styles.question}>
        {predict.text}
      </h3>
      <div className={styles.options}>
        {predict.options.map((option, at) => (
          <button
            key={option}
            type="button"
            aria-pressed={guess === at}
            aria-disabled={(guess !== null && guess !== at) || undefined}
            className={styles.option}
            onClick={() => guess === null && onGuess(at)}
          >
            {option}
          </button>
        ))}
      </div>
      <p className={styles.note} role="status">
        {guess === null ? 'Nothing is graded.' : 'Noted. You will see it again after the text.'}
      </p>
    </section>
  )
}

export function PredictionOutcome({ predict, guess }: Omit<PredictionProps, 'onGuess'>) {
  const heading = useId()
  const guessed = guess === null ? undefined : predict.options[guess]
  return (
    <section className={styles.card} aria-labelledby={heading}>
      <h3 id={heading} className={styles.kicker}>
        {guessed === undefined ? 'The question from the beginning' : 'Your guess'}
      </h3>
      <p className={styles.guessed}>{guessed ?? predict.text}</p>
      <p className={styles.outcome}>{predict.outcome}</p>
    </section>
  )
}

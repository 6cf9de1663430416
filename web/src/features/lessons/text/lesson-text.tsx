import type { PublicLesson } from '@aura/api/calls/lessons/lesson'
import { useState } from 'react'
import { browserStore } from '#lib/browser-storage'
import { Sources, Takeaways } from '../reading/lesson-rules.tsx'
import { Prediction, PredictionOutcome } from '../reading/prediction.tsx'
import { readReading, saveReading } from '../reading/saved-reading.ts'
import { TextBlocks } from './text-blocks.tsx'

/** A lesson without its check, as a whole. */
export function LessonText({ lesson: { id, blocks, predict, keyTakeaways, sources } }: { lesson: PublicLesson }) {
  const [guess, setGuess] = useState(() => readReading(browserStore, id).guess)
  const commit = (option: number) => {
    setGuess(option)
    saveReading(browserStore, id, { guess: option })
  }
  return (
    <>
      <TextBlocks blocks={blocks.slice(0, 1)} />
      {predict && <Prediction predict={predict} guess={guess} onGuess={commit} />}
      <TextBlocks blocks={blocks.slice(1)} />
      {predict && <PredictionOutcome predict={predict} guess={guess} />}
      <Takeaways items={keyTakeaways} />
      <Sources items={sources} />
    </>
  )
}

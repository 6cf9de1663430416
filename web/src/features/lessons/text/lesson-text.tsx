import type { PublicLesson } from '@aura/api/calls/lessons/lesson'
import { useState } from 'react'
import { Sources, Takeaways } from '../reading/lesson-rules.tsx'
import { Prediction, PredictionOutcome } from '../reading/prediction.tsx'
import { TextBlocks } from './text-blocks.tsx'

/** All of a lesson but its check, with a guess that lasts as long as the page. */
export function LessonText({ lesson: { blocks, predict, keyTakeaways, sources } }: { lesson: PublicLesson }) {
  const [guess, setGuess] = useState<number | null>(null)
  return (
    <>
      <TextBlocks blocks={blocks.slice(0, 1)} />
      {predict && <Prediction predict={predict} guess={guess} onGuess={setGuess} />}
      <TextBlocks blocks={blocks.slice(1)} />
      {predict && <PredictionOutcome predict={predict} guess={guess} />}
      <Takeaways items={keyTakeaways} />
      <Sources items={sources} />
    </>
  )
}

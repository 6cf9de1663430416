import type { PublicLesson } from '@aura/api/calls/lessons/lesson'
import { useState } from 'react'
import { Sources, Takeaways } from '../reading/lesson-rules.tsx'
import { Prediction, PredictionOutcome } from '../reading/prediction.tsx'
import { TextBlocks } from './text-blocks.tsx'

/** A lesson without its check. The guess is lost with the page. */
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

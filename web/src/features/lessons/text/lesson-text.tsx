import type { PublicLesson } from '@aura/api/calls/lessons/lesson'
import { useState } from 'react'
import { useAuth } from '#features/auth'
import { browserStore } from '#lib/browser-storage'
import { Sources, Takeaways } from '../reading/lesson-rules.tsx'
import { Prediction, PredictionOutcome } from '../reading/prediction.tsx'
import { readReading, saveReading } from '../reading/saved-reading.ts'
import { TextBlocks } from './text-blocks.tsx'

interface LessonTextProps {
  lesson: PublicLesson
  /** Number of the paragraph that is marked and scrolled to, from 1. */
  paragraph?: number
}

const toPlace = (block: HTMLElement | null): void => block?.scrollIntoView({ block: 'center' })

/** A lesson without its check, as a whole. */
export function LessonText({ lesson, paragraph = 0 }: LessonTextProps) {
  const { id, blocks, predict, keyTakeaways, sources } = lesson
  const auth = useAuth()
  const reader = { userId: auth.state === 'authenticated' ? auth.user.id : undefined, lessonId: id }
  const [guess, setGuess] = useState(() => readReading(browserStore, reader).guess)
  const commit = (option: number) => {
    setGuess(option)
    saveReading(browserStore, reader, { guess: option })
  }
  return (
    <>
      <TextBlocks blocks={blocks.slice(0, 1)} wanted={paragraph - 1} wantedRef={toPlace} />
      {predict && <Prediction predict={predict} guess={guess} onGuess={commit} />}
      <TextBlocks blocks={blocks.slice(1)} wanted={paragraph - 2} wantedRef={toPlace} />
      {predict && <PredictionOutcome predict={predict} guess={guess} />}
      <Takeaways items={keyTakeaways} />
      <Sources items={sources} />
    </>
  )
}

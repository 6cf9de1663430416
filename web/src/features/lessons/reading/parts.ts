import type { Lesson } from '@aura/api/calls/lessons/lesson'
import { isLabMissing, type LessonProgress } from '../lesson-progress.ts'

export interface Part {
  name: 'Guess' | 'Read' | 'Do' | 'Check'
  /** How much of it is done, 0 to 1. */
  share: number
}

/** Returns the parts of a lesson that is not completed, in order. */
export function partsOf(lesson: Pick<Lesson, 'predict' | 'lab' | 'check'>, progress: LessonProgress): Part[] {
  const check = progress.check ?? lesson.check
  const parts: Part[] = [{ name: 'Read', share: progress.readShare }]
  if (lesson.predict) parts.unshift({ name: 'Guess', share: Number(progress.guess !== null) })
  if (lesson.lab) parts.push({ name: 'Do', share: Number(!isLabMissing(lesson, progress)) })
  if (check) parts.push({ name: 'Check', share: progress.passed || !check.question ? 1 : check.done / check.needed })
  return parts
}

/** Returns for each of the ruler's ticks whether it is lit. Every part has the same number of ticks. */
export const litTicks = (parts: readonly Part[], ticks: number): boolean[] =>
  Array.from({ length: ticks }, (_, tick) => {
    const place = ((tick + 0.5) * parts.length) / ticks
    const part = parts[Math.floor(place)]
    return part !== undefined && place % 1 < part.share
  })

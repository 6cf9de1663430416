import type { LearningPath, LessonOnPath } from '@aura/api/calls/lessons/path'
import type { Review } from '@aura/api/calls/lessons/review'
import { calendarFormat } from '#lib/time/times'

type Unit = LearningPath['units'][number]

export const dayText = calendarFormat({ day: 'numeric', month: 'short', year: 'numeric' })

export const doneIn = (lessons: readonly LessonOnPath[]): number =>
  lessons.filter(({ state }) => state === 'done').length

export const lessonsOf = (path: LearningPath): LessonOnPath[] => path.units.flatMap(({ lessons }) => lessons)

export const questionsDue = (due: number): string => (due === 1 ? '1 question due' : `${due} questions due`)

export function waitingReview({ state, due }: Pick<Review, 'state' | 'due'>): string | null {
  if (state === 'open') return 'Begun today'
  if (state !== 'ready') return null
  return due > 0 ? questionsDue(due) : 'Your oldest questions'
}

export function unitNote({ lessons, knownPercent, due }: Unit): string {
  const done = `${doneIn(lessons)} of ${lessons.length} ${lessons.length === 1 ? 'lesson' : 'lessons'}`
  const known = knownPercent === null ? [] : [`you still know ${knownPercent}%`]
  return [done, ...known, ...(due > 0 ? [questionsDue(due)] : [])].join(', ')
}

export function ringLabel(path: LearningPath): string {
  const lessons = lessonsOf(path)
  const finished = path.units.filter(({ finishedOn }) => finishedOn !== null).length
  return `${doneIn(lessons)} of ${lessons.length} lessons done, ${finished} of ${path.units.length} units finished`
}

export function pathNote(path: LearningPath): string {
  const lessons = lessonsOf(path)
  const done = doneIn(lessons)
  if (done === 0) return 'Nothing is lit yet. Your first lesson lights the first rays.'
  if (done === lessons.length) return 'Every lesson is done. Reviews keep what you know, and your streak, alive.'
  return 'Each bundle of rays is a lesson. Lit ones are done, dotted ones are open today.'
}

import type { PublicLesson } from '@aura/api/calls/lessons/lesson'
import type { LessonOnPath } from '@aura/api/calls/lessons/path'

type Lesson = Pick<PublicLesson, 'hasLab' | 'auraReward'>

const partsOf = ({ hasLab }: Lesson): string =>
  hasLab ? 'The check and the lab of this lesson' : 'The check of this lesson'
const verb = ({ hasLab }: Lesson, one: string, many: string): string => (hasLab ? many : one)

export const visitorText = (lesson: Lesson): string =>
  `Join, and your path starts at lesson 1. ${partsOf(lesson)} ${verb(lesson, 'opens', 'open')} on the day you get here, and ${verb(lesson, 'earns', 'earn')} ${lesson.auraReward} AP.`

export function memberText(lesson: Lesson, state: LessonOnPath['state']): string {
  if (state === 'done') return 'You have done this lesson. Its questions come back in your reviews.'
  if (state === 'today') return `${partsOf(lesson)} ${verb(lesson, 'is', 'are')} open today.`
  return `${partsOf(lesson)} ${verb(lesson, 'opens', 'open')} on the day your path reaches it.`
}

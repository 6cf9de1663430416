import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  loadLessons: { title: 'Error', description: 'Failed to load lessons', fixed: true },
  completeLesson: { title: 'Error', description: 'Failed to complete lesson' },
  lab: { title: 'Lab Error', description: 'The lab could not be checked. Please try again.' },
  quiz: { title: 'Quiz Error', description: 'Please try again.', fixed: true },
  review: { title: 'Error', description: 'The review could not go on. Please try again.' },
  placement: { title: 'Error', description: 'The check could not go on. Please try again.' },
} as const satisfies Record<string, FailureText>

import { lazyPart } from '#ui/layout/lazy-part'

export const TrialLesson = lazyPart(() => import('./trial-lesson.tsx'), { name: 'The lesson' })

/** The visitor's own ring with line 1 lit, and what waits. */
export const WaitingTrial = lazyPart(() => import('./waiting-trial.tsx'), { name: 'Your ring' })

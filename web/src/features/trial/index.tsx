import { lazyPart } from '#ui/layout/lazy-part'

// Visitors and signed-in people import this file, so all other code of the feature loads on demand.

export const TrialLesson = lazyPart(() => import('./trial-lesson.tsx'), { name: 'The lesson' })

/** The visitor's own ring with line 1 lit, and what waits. */
export const WaitingTrial = lazyPart(() => import('./waiting-trial.tsx'), { name: 'Your ring' })

export { keepPassedTrial, useKeepTrial, useWaitingTrial } from './keep-passed-trial.ts'
export { usePassedTrial } from './passed-trial.ts'

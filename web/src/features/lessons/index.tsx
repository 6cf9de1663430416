import { lazy } from 'react'

export { LessonsSection } from './lessons-section.tsx'
export { useKeepTrial } from './trial/use-keep-trial.ts'

/** For visitors, below the fold. */
export const TrialLesson = lazy(() => import('./trial/trial-lesson.tsx').catch(() => ({ default: NotLoaded })))

const NotLoaded = () => <p className="text-ink-2">The lesson didn’t load. Reload the page to try again.</p>

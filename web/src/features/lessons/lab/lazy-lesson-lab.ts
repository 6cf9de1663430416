import { lazyPart } from '#ui/layout/lazy-part'

/** Contains a chain, so it loads only when opened. */
export const LessonLab = lazyPart(() => import('./lesson-lab.tsx'), { name: 'The lab' })

export const ReviewLab = lazyPart(() => import('./review-lab.tsx'), { name: 'The lab' })

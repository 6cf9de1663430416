import { lazyPart } from '#ui/layout/lazy-part'

export { celebrationOf, lightsDay, toNextLesson } from './claim/celebration-of.ts'
export { Difficulty } from './difficulty.tsx'
export { errorTexts } from './error-texts.ts'
export { KnownShare } from './known-share.tsx'
export { paragraphs } from './lesson-text.ts'
export { LessonsSection } from './lessons-section.tsx'
export { PlacementOffer } from './placement/placement-offer.tsx'
export { refetchDay } from './refetch-day.ts'
export { WinBackOffer } from './review/win-back-offer.tsx'
export { LessonText } from './text/lesson-text.tsx'
export { TextBlocks } from './text/text-blocks.tsx'

/** Contains a chain, so it loads only when opened. */
export const LessonLab = lazyPart(() => import('./lab/lesson-lab.tsx'), { name: 'The lab' })

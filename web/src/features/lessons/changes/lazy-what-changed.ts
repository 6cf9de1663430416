import { lazyPart } from '#ui/layout/lazy-part'

/** Few read it on a day, so it loads by itself. */
export const WhatChanged = lazyPart(() => import('./what-changed.tsx'), { name: '“What changed”' })

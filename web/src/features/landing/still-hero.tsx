import { StillRing } from '#aura/canvas/still-ring.tsx'
import { HERO_PICTURE } from './hero-picture.ts'

/** For reduced motion, and where nothing can be animated. */
export const StillHero = () => <StillRing picture={HERO_PICTURE} />

import { StillRing } from '#aura/canvas/still-ring.tsx'
import { HERO_PICTURE } from './hero-picture.ts'

/** One day of the loop, for whoever can't or won't see it move. */
export const StillHero = () => <StillRing picture={HERO_PICTURE} />

import { StillRing } from '#aura/canvas/still-ring.tsx'
import { HERO_PICTURE } from './hero-picture.ts'

export const StillHero = () => <StillRing picture={HERO_PICTURE} />

import { LiveAura } from './live-aura.tsx'
import { useRenderingPath } from './rendering-path.ts'
import type { RingPicture } from './ring-picture.ts'
import { StillRing } from './still-ring.tsx'

/** Ring that is animated if that is cheap, otherwise a still drawing. */
export function Ring({ picture }: { picture: RingPicture }) {
  const isLive = useRenderingPath() === 'webgl'
  return (
    <div className="absolute inset-0" data-path={isLive ? 'webgl' : 'canvas'}>
      {isLive ? <LiveAura picture={picture} /> : <StillRing picture={picture} />}
    </div>
  )
}

import { smallImageUrl } from '@aura/api/profile-image'
import { type ReactNode, useState } from 'react'

/** Up to this many pixels across, the small version is sharp enough on any screen. */
const SMALL_PX = 72

interface FaceProps {
  /** Somebody's image; null for who has none. */
  image: string | null | undefined
  /** Its diameter on the page, in pixels; with a class, which then says it, only how large it gets. */
  size: number
  className?: string
  /** What stands there without one, or when it does not load: their letter. */
  children: ReactNode
}

/** What is inside of a ring: the person's image, round, else their letter. */
export function Face({ image, size, className, children }: FaceProps) {
  const [failed, setFailed] = useState<string | null>(null)
  if (!image || failed === image) return children
  return (
    <img
      src={size > SMALL_PX ? image : smallImageUrl(image)}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      draggable={false}
      className={`rounded-round object-cover ${className ?? ''}`}
      style={className === undefined ? { width: size, height: size } : undefined}
      onError={() => setFailed(image)}
    />
  )
}

import { initialOf } from '@aura/api/letters'
import { smallImageUrl } from '@aura/api/profile-image'
import { useState } from 'react'

/** Up to this diameter the small image is sharp on any screen. */
const SMALL_PX = 72

interface AvatarProps {
  /** Its first letter is shown without an image, until it has loaded, and if it fails. */
  name: string | null
  image: string | null | undefined
  /** Diameter in pixels; with a class, the maximum. */
  size: number
  className?: string
}

export function Avatar({ name, image, size, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const [drawn, setDrawn] = useState<string | null>(null)
  const initial = initialOf(name)
  if (!image || failed === image) return initial
  const isDrawn = drawn === image
  return (
    <>
      {!isDrawn && initial}
      <img
        // A new element per image, or the previous one would show until the new one has loaded.
        key={image}
        ref={(element) => {
          if (element?.complete && element.naturalWidth > 0) setDrawn(image)
        }}
        src={size > SMALL_PX ? image : smallImageUrl(image)}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        draggable={false}
        className={`rounded-round object-cover ${isDrawn ? '' : 'absolute opacity-0'} ${className ?? ''}`}
        style={className === undefined ? { width: size, height: size } : undefined}
        onLoad={({ currentTarget }) => {
          const show = () => setDrawn(image)
          // A loaded image is not decoded yet and would be blank.
          currentTarget.decode().then(show, show)
        }}
        onError={() => setFailed(image)}
      />
    </>
  )
}

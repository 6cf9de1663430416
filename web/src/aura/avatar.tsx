import { smallImageUrl } from '@aura/api/profile-image'
import { type ReactNode, useState } from 'react'

/** Up to this many pixels across, the small version is sharp enough on any screen. */
const SMALL_PX = 72

interface AvatarProps {
  /** Somebody's image; null for who has none. */
  image: string | null | undefined
  /** Its diameter on the page, in pixels; with a class, which then says it, only how large it gets. */
  size: number
  className?: string
  /** What stands there without one, until it has loaded, and when it does not: their letter. */
  children: ReactNode
}

/** What is inside of a ring: the person's image, round, else their letter, which also stands there until it is drawn. */
export function Avatar({ image, size, className, children }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const [drawn, setDrawn] = useState<string | null>(null)
  if (!image || failed === image) return children
  const isDrawn = drawn === image
  return (
    <>
      {!isDrawn && children}
      <img
        // Another person's is another element: it would show the one before until it has loaded.
        key={image}
        // What the browser has already is there at once, without the letter flashing up before it.
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
          // Loaded is not decoded yet: in between there would be nothing.
          currentTarget.decode().then(show, show)
        }}
        onError={() => setFailed(image)}
      />
    </>
  )
}

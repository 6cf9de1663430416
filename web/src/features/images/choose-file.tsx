import { IMAGE_TYPE_NAMES, IMAGE_TYPES, MAX_CHOSEN_IMAGE } from '@aura/api/profile-image'
import { Camera, ImageUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '#ui/forms/button'
import styles from './photo.module.css'

const hasCamera = () => matchMedia('(pointer: coarse)').matches

export function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) onFile(dropped)
  }
  const input = (label: string, ref: typeof file, capture?: 'user') => (
    <input
      ref={ref}
      type="file"
      accept={IMAGE_TYPES.join()}
      capture={capture}
      className="sr-only"
      tabIndex={-1}
      aria-label={label}
      onChange={(event) => {
        const [chosen] = event.target.files ?? []
        // Allows choosing the same file again.
        event.target.value = ''
        if (chosen) onFile(chosen)
      }}
    />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <ImageUp size={32} strokeWidth={1.5} aria-hidden="true" />
      <p>
        <span className="max-md:hidden">Drop an image here, or choose one. </span>
        {IMAGE_TYPE_NAMES}, up to {MAX_CHOSEN_IMAGE}.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button kind="secondary" onClick={() => file.current?.click()}>
          Choose a file
        </Button>
        {hasCamera() && (
          <Button kind="secondary" onClick={() => camera.current?.click()}>
            <Camera size={18} strokeWidth={1.75} aria-hidden="true" />
            Take a photo
          </Button>
        )}
      </div>
      {input('Image file', file)}
      {hasCamera() && input('Photo from the camera', camera, 'user')}
    </div>
  )
}

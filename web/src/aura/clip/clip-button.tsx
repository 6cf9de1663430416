import { Clapperboard } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#ui/forms/button'
import { lateDialog } from '#ui/overlay/late-dialog'
import type { Clip } from './clip.ts'
import { type ClipCodec, findClipCodec } from './codec.ts'

const ClipDialog = lateDialog(() => import('./clip-dialog.tsx'))

export interface ClipButtonProps {
  /** Reads what the video shows. Throws the signal's reason once it aborts. */
  load: (signal: AbortSignal) => Promise<Clip>
}

/** Makes a video in the browser, with code that loads on the press. Not there where the browser can't encode one. */
export default function ClipButton({ load }: ClipButtonProps) {
  const codec = useClipCodec()
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<{ clip: Clip; file: File }>()
  if (codec === null) return null
  return (
    <>
      <Button
        kind="secondary"
        // Holds its place until the browser has said what it can encode.
        className={codec === undefined ? 'invisible' : ''}
        onPointerEnter={() => void ClipDialog.preload()}
        onFocus={() => void ClipDialog.preload()}
        onClick={() => setOpen(true)}
      >
        <Clapperboard size={18} strokeWidth={1.75} aria-hidden="true" />
        Make a video
      </Button>
      {codec && (
        <ClipDialog
          open={isOpen}
          codec={codec}
          load={load}
          made={made}
          onMade={setMade}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function useClipCodec(): ClipCodec | null | undefined {
  const [codec, setCodec] = useState<ClipCodec | null | undefined>(
    typeof VideoEncoder === 'function' ? undefined : null,
  )
  useEffect(() => {
    let isCurrent = true
    void findClipCodec().then((found) => isCurrent && setCodec(found))
    return () => {
      isCurrent = false
    }
  }, [])
  return codec
}

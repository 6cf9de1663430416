import { Download, Share2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorText } from '#lib/error-text'
import { saveFile } from '#lib/share/save-file'
import { isShareable, shareFile } from '#lib/share/share-picture'
import { TickBar } from '#ui/feedback/tick-bar'
import { Button } from '#ui/forms/button'
import { Dialog, DialogActions, DialogBody, DialogHeader } from '#ui/overlay/dialog'
import { CLIP, type Clip, shownFrames } from './clip.ts'
import styles from './clip-dialog.module.css'
import type { ClipCodec } from './codec.ts'
import { encodeClip } from './encode-clip.ts'

interface Made {
  clip: Clip
  file: File
}

interface ClipDialogProps {
  open: boolean
  codec: ClipCodec
  load: (signal: AbortSignal) => Promise<Clip>
  /** Kept by the button, so that opening again makes no second video. */
  made: Made | undefined
  onMade: (made: Made) => void
  onClose: () => void
}

const STILLNESS = '(prefers-reduced-motion: reduce)'

/** Makes the video while open, shows each frame as it is drawn, then the video. Closing it stops all work. */
export default function ClipDialog({ open, codec, load, made, onMade, onClose }: ClipDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} phone="sheet" width="narrow" className={styles.dialog ?? ''}>
      <DialogHeader title="Your video" />
      {made ? <Finished made={made} onClose={onClose} /> : <Making {...{ codec, load, onMade, onClose }} />}
    </Dialog>
  )
}

type MakingProps = Pick<ClipDialogProps, 'codec' | 'load' | 'onMade' | 'onClose'>

function Making({ codec, load, onMade, onClose }: MakingProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [turn, setTurn] = useState(0)
  const [percent, setPercent] = useState(0)
  const [failure, setFailure] = useState<string>()
  const make = useEffectEvent(async (signal: AbortSignal) => {
    let clip: Clip | undefined
    try {
      clip = await load(signal)
      if (!canvas.current) return
      const file = await encodeClip(clip, {
        canvas: canvas.current,
        codec,
        isStill: matchMedia(STILLNESS).matches,
        signal,
        onProgress: (done) => setPercent(Math.floor(100 * done)),
      })
      if (!signal.aborted) onMade({ clip, file })
    } catch (error) {
      if (!signal.aborted) setFailure(clip ? ENCODING_FAILED : errorText(error, LOADING_FAILED).description)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn makes it again
  useEffect(() => {
    const leaving = new AbortController()
    void make(leaving.signal)
    return () => leaving.abort()
  }, [turn])
  const again = () => {
    setFailure(undefined)
    setPercent(0)
    setTurn(turn + 1)
  }
  return (
    <>
      <DialogBody>
        <canvas ref={canvas} className={styles.picture} hidden={failure !== undefined} />
        {failure === undefined ? (
          <>
            <TickBar
              label={`Made: ${percent}%`}
              parts={[
                { amount: percent, tone: 'aura' },
                { amount: 100 - percent, tone: 'rest', low: true },
              ]}
            />
            <p className="text-ink-2">
              <b className="num">{percent}%</b> made. Keep this page open: your browser makes the video, and uploads it
              nowhere.
            </p>
          </>
        ) : (
          <p role="alert">{failure}</p>
        )}
        <p role="status" className="sr-only">
          {failure === undefined && progressText(percent)}
        </p>
      </DialogBody>
      <DialogActions>
        <Button kind="secondary" onClick={onClose}>
          Cancel
        </Button>
        {failure !== undefined && <Button onClick={again}>Try again</Button>}
      </DialogActions>
    </>
  )
}

const ENCODING_FAILED = 'Your browser couldn’t make the video. Close other tabs and apps, then try again.'
const LOADING_FAILED = { title: 'Error', description: 'What the video shows didn’t load.' }

/** Is said at each quarter. */
const progressText = (percent: number): string =>
  percent < 25 ? 'Making the video' : `${Math.floor(percent / 25) * 25}% made`

function Finished({ made: { clip, file }, onClose }: { made: Made; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(file)
    if (video.current) video.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [file])
  const seconds = Math.round(shownFrames(clip.scenes, matchMedia(STILLNESS).matches).length / CLIP.framesPerSecond)
  const { title, text } = clip
  return (
    <>
      <DialogBody>
        <video ref={video} className={styles.picture} aria-label={title} controls playsInline muted loop />
        <p role="status" className="text-ink-2">
          Your video is ready: {seconds} seconds, {(file.size / 1_000_000).toFixed(1)} MB.
        </p>
      </DialogBody>
      <DialogActions>
        <Button kind="secondary" onClick={onClose}>
          Close
        </Button>
        {isShareable(file) && (
          <Button onClick={() => void shareFile(file, { title, text }, () => saveFile(file))}>
            <Share2 size={18} strokeWidth={1.75} aria-hidden="true" />
            Share video
          </Button>
        )}
        <Button kind={isShareable(file) ? 'secondary' : 'primary'} onClick={() => saveFile(file)}>
          <Download size={18} strokeWidth={1.75} aria-hidden="true" />
          Save video
        </Button>
      </DialogActions>
    </>
  )
}

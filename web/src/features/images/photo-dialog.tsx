import { useState } from 'react'
import { errorText } from '#lib/error-text'
import { Notice } from '#ui/feedback/notice'
import { Button } from '#ui/forms/button'
import { Dialog, DialogActions, DialogBody, DialogHeader } from '#ui/overlay/dialog'
import { ChooseFile } from './choose-file.tsx'
import { type Crop, WHOLE } from './crop.rules.ts'
import { CropStage } from './crop-stage.tsx'
import { errorTexts } from './error-texts.ts'
import { BadPicture, cropped, readPicture } from './read-picture.ts'
import { useRemovePhoto, useUploadPhoto } from './use-photo.ts'

export interface PhotoDialogProps {
  open: boolean
  hasPhoto: boolean
  onClose: () => void
}

export default function PhotoDialog({ open, hasPhoto, onClose }: PhotoDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} phone="sheet">
      <DialogHeader title="Your photo" />
      <Steps hasPhoto={hasPhoto} onClose={onClose} />
    </Dialog>
  )
}

function Steps({ hasPhoto, onClose }: Omit<PhotoDialogProps, 'open'>) {
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const [crop, setCrop] = useState<Crop>(WHOLE)
  const [fault, setFault] = useState<string | null>(null)
  const upload = useUploadPhoto({ onDone: onClose, onFailed: (error) => setFault(faultOf(error)) })
  const remove = useRemovePhoto(onClose)

  const choose = async (file: File) => {
    try {
      setImage(await readPicture(file))
      setCrop(WHOLE)
      setFault(null)
    } catch (error) {
      setFault(faultOf(error))
    }
  }
  const save = () => {
    if (!image) return
    setFault(null)
    upload.mutate(() => cropped(image, crop))
  }
  const percent = Math.round(upload.share * 100)
  return (
    <>
      <DialogBody>
        <div role="alert">
          {fault && (
            <Notice tone="danger" title="Failed to upload image">
              <p>{fault}</p>
            </Notice>
          )}
        </div>
        {image ? (
          <CropStage image={image} crop={crop} onCrop={setCrop} />
        ) : (
          <ChooseFile onFile={(file) => void choose(file)} />
        )}
        {upload.isPending && (
          <progress className="sr-only" aria-label="Upload" max={100} value={percent}>
            {percent}%
          </progress>
        )}
      </DialogBody>
      <DialogActions>
        {image ? (
          <>
            <Button kind="secondary" disabled={upload.isPending} onClick={() => setImage(null)}>
              Choose another
            </Button>
            <Button busy={upload.isPending && `Uploading ${percent}%`} onClick={save}>
              Save photo
            </Button>
          </>
        ) : (
          <>
            {hasPhoto && (
              <Button kind="danger" busy={remove.isPending && 'Removing...'} onClick={() => remove.mutate()}>
                Remove photo
              </Button>
            )}
            <Button kind="secondary" onClick={onClose}>
              Cancel
            </Button>
          </>
        )}
      </DialogActions>
    </>
  )
}

const faultOf = (error: unknown): string =>
  error instanceof BadPicture ? error.message : errorText(error, errorTexts.savePhoto).description

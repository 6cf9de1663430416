import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '#lib/share/save-file'
import { fetchPicture, isShareable, shareFile } from '#lib/share/share-picture'
import { toast } from '#ui/feedback/toast'
import { Button, type ButtonSize } from '#ui/forms/button'

interface UprightButtonProps {
  /** Address of the 9:16 picture. */
  address: string
  fileName: string
  title: string
  /** Goes with the picture, and has the link: nobody can press a picture. */
  text: string
  size?: ButtonSize
}

/** Opens the share sheet with a 9:16 picture, or saves it where the sheet takes no files. */
export function UprightButton({ address, fileName, title, text, size = 48 }: UprightButtonProps) {
  const [isDrawing, setDrawing] = useState(false)
  const share = async () => {
    setDrawing(true)
    try {
      const picture = await fetchPicture(address, fileName)
      if (isShareable(picture)) await shareFile(picture, { title, text }, () => saveFile(picture))
      else saveFile(picture)
    } catch {
      toast({ title: 'The picture didn’t load', description: 'Please try again.', kind: 'destructive' })
    } finally {
      setDrawing(false)
    }
  }
  return (
    <Button kind="secondary" size={size} busy={isDrawing && 'Drawing...'} onClick={() => void share()}>
      <Smartphone size={18} strokeWidth={1.75} aria-hidden="true" />
      Story picture
    </Button>
  )
}

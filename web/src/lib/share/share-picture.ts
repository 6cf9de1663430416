import { toast } from '#ui/feedback/toast'

/** Loads a picture as a file. Throws if the response fails. */
export async function fetchPicture(address: string, name: string, signal?: AbortSignal): Promise<File> {
  const response = await fetch(address, signal ? { signal } : {})
  if (!response.ok) {
    // Otherwise the connection stays occupied by the unread body.
    await response.body?.cancel()
    throw new Error(`the picture came back with status ${response.status}`)
  }
  return new File([await response.blob()], name, { type: 'image/jpeg' })
}

export const isShareable = (file: File): boolean => navigator.canShare?.({ files: [file] }) === true

/** Opens the share sheet, or runs `instead` if that fails. Browsers allow it only shortly after a press. */
export async function shareFile(
  file: File,
  { title, text }: { title: string; text: string },
  instead: () => unknown,
): Promise<void> {
  try {
    await navigator.share({ files: [file], title, text })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await instead()
  }
}

export const isCopyable = (): boolean => typeof ClipboardItem === 'function' && 'write' in (navigator.clipboard ?? {})

export async function copyPicture(picture: File): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(picture) })])
    toast({ title: 'Picture copied' })
  } catch {
    toast({ title: 'Copying failed', description: 'Save the picture instead.', kind: 'destructive' })
  }
}

/** Clipboards take pictures as PNG only. */
async function pngOf(picture: File): Promise<Blob> {
  const bitmap = await createImageBitmap(picture)
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('the picture could not be copied'))), 'image/png')
  })
}

import { toast } from '#ui/feedback/toast'

/** Loads a picture as a file. Throws if the response fails. */
export async function fetchPicture(address: string, name: string, signal?: AbortSignal): Promise<File> {
  const response = await fetch(address, signal ? { signal } : {})
  if (!response.ok) {
    // Otherwise the connection stays occupied by the unread body.
    await response.body?.cancel()
    throw new Error(`the picture came back with status ${response.status}`)
  }
  return new File([await response.blob()], name, { type: 'image/png' })
}

export const isShareable = (picture: File): boolean => navigator.canShare?.({ files: [picture] }) === true

/** Opens the share sheet, or runs `instead` if that fails. Browsers allow it only shortly after a press. */
export async function sharePicture(
  picture: File,
  { title, text }: { title: string; text: string },
  instead: () => unknown,
): Promise<void> {
  try {
    await navigator.share({ files: [picture], title, text })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await instead()
  }
}

export const isCopyable = (): boolean => typeof ClipboardItem === 'function' && 'write' in (navigator.clipboard ?? {})

export async function copyPicture(picture: File): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })])
    toast({ title: 'Picture copied' })
  } catch {
    toast({ title: 'Copying failed', description: 'Save the picture instead.', kind: 'destructive' })
  }
}

export function savePicture(picture: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(picture)
  link.download = picture.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000)
}

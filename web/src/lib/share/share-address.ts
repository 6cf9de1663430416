import { toast } from '#ui/feedback/toast'

export async function copyAddress(address: string, done = 'Link copied'): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    toast({ title: done })
  } catch {
    toast({ title: 'Copying failed', description: address, kind: 'destructive' })
  }
}

/** Uses the device's share sheet, or else the clipboard. */
export async function shareAddress(shared: { title: string; text: string; url: string }): Promise<void> {
  if (!navigator.share) return copyAddress(shared.url)
  try {
    await navigator.share(shared)
  } catch (error) {
    // Closing the share sheet is not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyAddress(shared.url)
  }
}

import { Link2, Share2 } from 'lucide-react'
import { toast } from '../feedback/toast.tsx'
import { Button } from './button.tsx'

export interface SharedAddress {
  title: string
  text: string
  url: string
}

export interface CopyWords {
  done: string
  failed: string
}

const COPY_WORDS: CopyWords = { done: 'Link copied', failed: 'Copying failed' }

export async function copyAddress(address: string, { done, failed } = COPY_WORDS): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    toast({ title: done })
  } catch {
    toast({ title: failed, description: address, kind: 'destructive' })
  }
}

export async function shareAddress(shared: SharedAddress): Promise<void> {
  if (!navigator.share) return copyAddress(shared.url)
  try {
    await navigator.share(shared)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyAddress(shared.url)
  }
}

interface ShareButtonsProps {
  shared: SharedAddress
  size?: 40 | 48
  /** Names the link if there are several. */
  about?: string
}

export function ShareButtons({ shared, size = 40, about }: ShareButtonsProps) {
  const named = (action: string) => (about ? { 'aria-label': `${action}: ${about}` } : {})
  return (
    <>
      <Button
        kind={size === 48 ? 'primary' : 'secondary'}
        size={size}
        {...named('Copy link')}
        onClick={() => void copyAddress(shared.url)}
      >
        <Link2 size={18} strokeWidth={1.75} aria-hidden="true" />
        Copy link
      </Button>
      {'share' in navigator && (
        <Button kind="secondary" size={size} {...named('Share')} onClick={() => void shareAddress(shared)}>
          <Share2 size={18} strokeWidth={1.75} aria-hidden="true" />
          Share
        </Button>
      )}
    </>
  )
}

import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#paths'
import { Button } from '#ui/forms/button'

const SHOWN_MS = 2_000

export function ShareButton({ id, name, isMine }: { id: string; name: string; isMine: boolean }) {
  const [announced, setAnnounced] = useState<string | null>(null)
  const announce = (text: string) => {
    setAnnounced(text)
    setTimeout(() => setAnnounced(null), SHOWN_MS)
  }
  const share = async () => {
    const url = location.origin + paths.user(id)
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title: `${name} on Aura`, url })
      else {
        await navigator.clipboard.writeText(url)
        announce('Link copied')
      }
    } catch (error) {
      if ((error as Error).name !== 'AbortError') announce('Sharing failed')
    }
  }
  return (
    <>
      <Button kind="secondary" size={48} onClick={() => void share()}>
        <Share2 size={18} strokeWidth={1.75} aria-hidden="true" />
        {isMine ? 'Share my profile' : 'Share profile'}
      </Button>
      <span role="status" className="text-sm text-ink-2">
        {announced}
      </span>
    </>
  )
}

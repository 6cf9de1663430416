import { Share2 } from 'lucide-react'
import { paths } from '#paths'
import { Button } from '#ui/forms/button'
import { shareAddress } from '#ui/forms/share-buttons'

export function ShareButton({ id, name, isMine }: { id: string; name: string; isMine: boolean }) {
  const text = `${name} on Aura`
  return (
    <Button
      kind="secondary"
      size={48}
      onClick={() => void shareAddress({ title: text, text, url: location.origin + paths.user(id) })}
    >
      <Share2 size={18} strokeWidth={1.75} aria-hidden="true" />
      {isMine ? 'Share my profile' : 'Share profile'}
    </Button>
  )
}

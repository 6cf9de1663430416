import { paths } from '#paths'
import { ShareButtons } from '#ui/forms/share-buttons'

export const ShareInvite = ({ id, size = 40, about }: { id: string; size?: 40 | 48; about?: string }) => (
  <ShareButtons
    size={size}
    {...(about ? { about } : {})}
    shared={{
      title: 'Join me on Aura',
      text: 'I have an Aura invite for you.',
      url: location.origin + paths.invite(id),
    }}
  />
)

import { Button } from '#ui/forms/button'
import { useFriendStreakChange } from './use-friend-streaks.ts'

interface ChangeButtonProps {
  id: string
  change: 'keep' | 'end'
  text: string
  label: string
  size: 40 | 48
}

export function ChangeButton({ id, change, text, label, size }: ChangeButtonProps) {
  const write = useFriendStreakChange(id, change)
  return (
    <Button
      kind="secondary"
      size={size}
      aria-label={label}
      busy={write.isPending && 'Saving...'}
      onClick={() => write.mutate()}
    >
      {text}
    </Button>
  )
}

import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface LoadFailedProps {
  /** Why, in words. */
  text: string
  /** It is being tried again. */
  isBusy: boolean
  onRetry: () => void
}

/** What stands where something could not be loaded, with the way to try again. */
export function LoadFailed({ text, isBusy, onRetry }: LoadFailedProps) {
  return (
    <EmptyState
      title="Error"
      action={
        <Button kind="secondary" busy={isBusy && 'Loading...'} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {text}
    </EmptyState>
  )
}

import { Button } from '../forms/button.tsx'
import { EmptyState } from './empty-state.tsx'

interface LoadFailedProps {
  text: string
  isBusy: boolean
  onRetry: () => void
}

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

export function PartFailed({ text, isBusy, onRetry }: LoadFailedProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2" data-failed>
      <p className="text-ink-2">{text}</p>
      <Button kind="secondary" size={40} busy={isBusy && 'Loading...'} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

import { Button } from '../forms/button.tsx'
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

/** The same where a part of a page could not: a line, and what else the page shows stays the first thing on it. */
export function PartFailed({ text, isBusy, onRetry }: LoadFailedProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-ink-2">{text}</p>
      <Button kind="secondary" size={40} busy={isBusy && 'Loading...'} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

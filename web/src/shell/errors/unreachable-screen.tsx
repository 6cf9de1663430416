import { Stage } from '#aura/stage/stage.tsx'
import { Button } from '#ui/forms/button'

/** Shown if the server did not respond, so the session is unknown. */
export function UnreachableScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <Stage title="No connection" actions={<Button onClick={onRetry}>Try again</Button>}>
      We couldn’t reach Aura. Check your connection and try again.
    </Stage>
  )
}

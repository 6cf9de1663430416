import { Button } from '#ui/forms/button'
import { Stage } from './stage.tsx'

/** The server did not answer, so nobody knows who is here. */
export function UnreachableScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <Stage title="No connection" actions={<Button onClick={onRetry}>Try again</Button>}>
      Aura did not answer. Check your network and try again.
    </Stage>
  )
}

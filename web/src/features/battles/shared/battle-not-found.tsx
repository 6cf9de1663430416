import { BATTLE_NOT_FOUND } from '@aura/api/battle-errors'
import { useLocation } from 'wouter'
import { Stage } from '#aura/stage/stage.tsx'
import { paths } from '#paths'
import { Button } from '#ui/forms/button'

export function BattleNotFound() {
  const [, navigate] = useLocation()
  // A page opened from a link has no history to go back to.
  const goBack = () => (history.length > 1 ? history.back() : navigate(paths.battles))
  return (
    <Stage title="Battle Not Found" actions={<Button onClick={goBack}>Go Back</Button>}>
      {BATTLE_NOT_FOUND.message}
    </Stage>
  )
}

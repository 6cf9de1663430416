import { API_ERRORS } from '@aura/api/errors'
import { useLocation } from 'wouter'
import { EmptyDuel } from '#aura/empty-duel.tsx'
import { paths } from '#paths'
import { EmptyState } from '#ui/feedback/empty-state'
import { Button } from '#ui/forms/button'

export function BattleNotFound() {
  const [, navigate] = useLocation()
  // Opened from a link, there is no history to go back to.
  const goBack = () => (history.length > 1 ? history.back() : navigate(paths.battles))
  return (
    <main className="page pt-10">
      <h1 className="sr-only">Showdown</h1>
      <EmptyState picture={<EmptyDuel />} title="Battle Not Found" action={<Button onClick={goBack}>Go Back</Button>}>
        {API_ERRORS.BATTLE_NOT_FOUND.message}
      </EmptyState>
    </main>
  )
}

import { API_ERRORS } from '@aura/api/errors'
import { useLocation } from 'wouter'
import { paths } from '#paths'
import { EmptyState } from '#ui/feedback/empty-state'
import { Button } from '#ui/forms/button'
import { EmptyDuel } from './empty-duel.tsx'

/** For an address that leads to no battle. */
export function BattleNotFound() {
  const [, navigate] = useLocation()
  // Whoever came by a link has nowhere to go back to.
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

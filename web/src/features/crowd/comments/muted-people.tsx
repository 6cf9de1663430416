import type { Answer } from '@aura/api/calls'
import { useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { freshly } from '#lib/freshly'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { Button } from '#ui/forms/button'
import { errorTexts } from '../error-texts.ts'
import styles from './lane.module.css'
import { commentsRead, ownRead } from './use-comments.ts'

type Muted = Answer<'GET /api/battles/:id/comments/own'>['muted'][number]

export const MutedPeople = ({ battleId, people }: { battleId: string; people: readonly Muted[] }) => (
  <ul className={styles.muted} aria-label="Muted in this battle">
    {people.map((person) => (
      <MutedPerson key={person.id} battleId={battleId} person={person} />
    ))}
  </ul>
)

function MutedPerson({ battleId, person: { id, username } }: { battleId: string; person: Muted }) {
  const client = useQueryClient()
  const unmute = useWrite({
    send: () =>
      freshly(() => request('DELETE /api/battles/:id/mutes/:userId', { params: { id: battleId, userId: id } })),
    onSuccess: () =>
      Promise.all([client.invalidateQueries(ownRead(battleId)), client.invalidateQueries(commentsRead(battleId))]),
    onError: (error) => toastFailure(error, errorTexts.unmute),
  })
  return (
    <li>
      <span>{username} is muted in this battle</span>
      <Button
        kind="ghost"
        size={40}
        aria-label={`Unmute ${username}`}
        busy={unmute.isPending && 'Unmuting...'}
        onClick={() => unmute.mutate()}
      >
        Unmute
      </Button>
    </li>
  )
}

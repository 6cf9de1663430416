import { useQuery } from '@tanstack/react-query'
import { Swords } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { ProfilePart } from '#features/people'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { paths } from '#paths'
import { Button, buttonClass } from '#ui/forms/button'
import { lateDialog } from '#ui/overlay/late-dialog'
import { practiceAgainst } from './practice/practice-paths.ts'

const CreateBattle = lateDialog(() => import('./challenge/create-battle.tsx'))

/** Opens the challenge form with this person as the opponent. */
function ChallengeAction({ username }: { username: string }) {
  const [isOpen, setOpen] = useState(false)
  const [, navigate] = useLocation()
  // The form shows how much the opponent can stake, which a profile doesn't say.
  const { data, error } = useQuery({
    ...read('GET /api/users/search', undefined, { q: username, limit: '1' }),
    enabled: isOpen,
    staleTime: 0,
  })
  const opponent = data?.find((found) => found.username === username)
  useEffect(() => {
    if (!error || !isOpen) return
    toastFailure(error)
    setOpen(false)
  }, [error, isOpen])
  return (
    <>
      <Button
        kind="secondary"
        size={48}
        aria-haspopup="dialog"
        onPointerEnter={() => void CreateBattle.preload()}
        onClick={() => setOpen(true)}
      >
        <Swords size={18} strokeWidth={1.75} aria-hidden="true" />
        Challenge
      </Button>
      {opponent && (
        <CreateBattle
          open={isOpen}
          opponent={opponent}
          onClose={() => setOpen(false)}
          onCreated={() => navigate(`${paths.battles}?tab=mine`)}
        />
      )}
    </>
  )
}

/** Leads to practice against this person, if they allow it. */
function PracticeAction({ userId }: { userId: string }) {
  const { data } = useQuery(read('GET /api/users/:id/practice', { id: userId }))
  if (!data?.partner) return null
  return (
    <Link href={practiceAgainst(userId)} className={buttonClass('secondary', 48)}>
      Practise against them
    </Link>
  )
}

const part: ProfilePart = {
  action: ({ profile: { user }, viewer }) =>
    viewer === 'other' && (
      <>
        <ChallengeAction username={user.username} />
        <PracticeAction userId={user.id} />
      </>
    ),
}
export default part

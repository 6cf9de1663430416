import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { TouchingRings } from '#aura/touching-rings.tsx'
import type { ProfilePart } from '#features/people'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { Row, Rows } from '#ui/layout/rows'
import { TitledCard } from '#ui/layout/titled-card'
import { ChangeButton } from './change-button.tsx'
import { daysText } from './friend-streak-text.ts'
import { useFriendStreaks } from './use-friend-streaks.ts'

type Props = ComponentProps<NonNullable<ProfilePart['action']>>

const Action = ({ profile: { user }, viewer }: Props) =>
  viewer === 'other' && <KeepAction id={user.id} username={user.username} />

function KeepAction({ id, username }: { id: string; username: string }) {
  const { data: relation } = useQuery({ ...read('GET /api/users/:id/relation', { id }), staleTime: 0 })
  const { data: streaks } = useFriendStreaks()
  if (!relation?.isFollowed || !relation.followsMe || !streaks) return null
  if (streaks.kept.some(({ person }) => person.id === id))
    return <ChangeButton id={id} change="end" text="End streak" label={`End the streak with ${username}`} size={48} />
  const asked = streaks.asked.find(({ person }) => person.id === id)
  if (!asked)
    return (
      <ChangeButton
        id={id}
        change="keep"
        text="Keep a streak"
        label={`Ask ${username} to keep a streak together`}
        size={48}
      />
    )
  return asked.isByMe ? (
    <ChangeButton
      id={id}
      change="end"
      text="Withdraw streak"
      label={`Withdraw the streak with ${username}`}
      size={48}
    />
  ) : (
    <ChangeButton id={id} change="keep" text="Accept streak" label={`Accept the streak with ${username}`} size={48} />
  )
}

function Card({ profile: { user, friendStreaks } }: Props) {
  if (friendStreaks.length === 0) return null
  return (
    <TitledCard id="friend-streaks" title="Streaks with friends">
      <Rows label="Streaks with friends">
        {friendStreaks.map(({ person, days }) => (
          <Row
            key={person.id}
            picture={<TouchingRings one={user} other={person} size={48} />}
            title={<Link href={paths.user(person.id)}>{person.username}</Link>}
            note={daysText(days)}
          />
        ))}
      </Rows>
    </TitledCard>
  )
}

const part: ProfilePart = { action: Action, list: Card }
export default part

import type { FriendStreaks as Streaks } from '@aura/api/calls/friend-streaks'
import { Link } from 'wouter'
import { PersonRing } from '#aura/person-ring.tsx'
import { TouchingRings } from '#aura/touching-rings.tsx'
import { useCurrentUser } from '#features/auth'
import { errorText } from '#lib/error-text'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { Row, Rows } from '#ui/layout/rows'
import { TitledCard } from '#ui/layout/titled-card'
import { ChangeButton } from './change-button.tsx'
import { daysText, todayText } from './friend-streak-text.ts'
import { useFriendStreaks } from './use-friend-streaks.ts'

export default function FriendStreaks() {
  const { data, error, isFetching, refetch } = useFriendStreaks()
  if (!data && !error) return null
  if (data && data.kept.length + data.asked.length === 0) return null
  return (
    <TitledCard id="friend-streaks" title="Streaks with friends">
      {data ? (
        <Rows label="Streaks with friends">
          {data.asked.map((asked) => (
            <Asked key={asked.person.id} asked={asked} />
          ))}
          {data.kept.map((kept) => (
            <Kept key={kept.person.id} kept={kept} />
          ))}
        </Rows>
      ) : (
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
    </TitledCard>
  )
}

function Kept({ kept }: { kept: Streaks['kept'][number] }) {
  const user = useCurrentUser()
  const { person, days } = kept
  return (
    <Row
      picture={<TouchingRings one={user} other={person} size={48} />}
      title={
        <>
          {daysText(days)} with <Link href={paths.user(person.id)}>{person.username}</Link>
        </>
      }
      note={todayText(kept)}
      action={
        <ChangeButton
          id={person.id}
          change="end"
          text="End"
          label={`End the streak with ${person.username}`}
          size={40}
        />
      }
    />
  )
}

function Asked({ asked: { person, isByMe } }: { asked: Streaks['asked'][number] }) {
  const name = person.username
  const link = <Link href={paths.user(person.id)}>{name}</Link>
  return (
    <Row
      picture={<PersonRing person={person} size={40} />}
      title={isByMe ? <>You asked {link} to keep a streak</> : <>{link} asks you to keep a streak</>}
      note="A day counts when you have both learned."
      action={
        <span className="flex flex-wrap gap-2">
          {!isByMe && (
            <ChangeButton
              id={person.id}
              change="keep"
              text="Accept"
              label={`Accept the streak with ${name}`}
              size={40}
            />
          )}
          <ChangeButton
            id={person.id}
            change="end"
            text={isByMe ? 'Withdraw' : 'Decline'}
            label={`${isByMe ? 'Withdraw' : 'Decline'} the streak with ${name}`}
            size={40}
          />
        </span>
      }
    />
  )
}

import { formatWhole } from '@aura/api/money'
import { TRUST_MEASURED, TRUST_RULES } from '@aura/api/rules/trust'
import { useQuery } from '@tanstack/react-query'
import { PeopleList } from '#aura/people-list.tsx'
import { useAuth } from '#features/auth'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { TitledCard } from '#ui/layout/titled-card'
import { TrustRanking } from './most-trusted.tsx'
import { RingNotice } from './ring-notice.tsx'
import styles from './trust.module.css'

const {
  places,
  seedPlaces,
  ripenDays,
  returnDays,
  passedPart,
  steps,
  singleSeedPart,
  liabilityPart,
  liabilityDays,
  ringFree,
  ringNoticeDays,
  perSeed,
  unit,
} = TRUST_RULES

export default function TrustScreen() {
  return (
    <main className={`page ${styles.screen}`}>
      <article className={styles.prose}>
        <h1 className="h1">Trust</h1>
        <p>
          Aura Points count what you do. Trust counts who stands behind you: how much people who are trusted themselves
          stand by you.
        </p>
        <OwnRing />
        <h2>How it is calculated</h2>
        <ul>
          <li>
            Everyone can stand by {places} people. Each place carries 1 of {places} parts of what its giver may pass on,
            half of it unless they also vouched USDC that stayed. What nobody was given goes to nobody.
          </li>
          <li>
            Trust starts at the seeds. Each hands out {formatWhole(perSeed / unit)} over {seedPlaces} places. You keep{' '}
            {passedPart - 1} of {passedPart} parts of what counts for you and may pass on the last one, at most {steps}{' '}
            people from a seed.
          </li>
          <li>
            A place ripens over {ripenDays} days. Money that goes back within {returnDays} days, by a vouch or a plain
            transfer, counts for nothing.
          </li>
          <li>
            What reaches you through one seed alone counts 1 of {singleSeedPart} parts. All of it counts once others
            bring as much.
          </li>
          <li>
            Suspended people have no Trust and pass none on. If you stand by someone who is suspended, or part of a
            ring, you pass on 1 of {liabilityPart} parts less for {liabilityDays} days. If more than {ringFree} of the
            people you invited seem to be one person’s accounts, you get up to half less, {ringNoticeDays} days after we
            tell you. Places between such accounts carry nothing.
          </li>
        </ul>
        <p>
          Everything is in whole thousandths, rounded down, so there is one right result. It is calculated again with
          every place and every day. This is version {TRUST_RULES.version} of the formula.
        </p>
        <h2>What it costs to cheat</h2>
        <p>
          We let up to {TRUST_MEASURED.wallets} wallets of one owner stand by and pay each other in rings, chains, stars
          and mixes. If nobody trusted stands by them, they get no Trust at all. If somebody does, all of them together
          never hold more than what that person passed on, and at most {TRUST_MEASURED.ofQuiet} times what they would
          have without standing by each other. The same ring makes {formatWhole(TRUST_MEASURED.ringAp)} Aura Points.
        </p>
        <p>
          What we can’t see: a place that somebody sells, and money that goes back by ways other than a transfer between
          the two wallets.
        </p>
        <Seeds />
      </article>
      <aside className={styles.rail} aria-label="Ranking">
        <TitledCard id="most-trusted" title="Most trusted">
          <TrustRanking />
        </TitledCard>
      </aside>
    </main>
  )
}

function OwnRing() {
  const { state } = useAuth()
  const { data } = useQuery({ ...read('GET /api/trust/own'), enabled: state === 'authenticated' })
  return (
    data &&
    data.ring !== null && (
      <div className="mt-5">
        <RingNotice ring={data.ring} />
      </div>
    )
  )
}

function Seeds() {
  const { data, error, isFetching, refetch } = useQuery(read('GET /api/trust'))
  const times = useTimes()
  return (
    <>
      <h2>Seeds</h2>
      <p>
        Aura’s operator chooses the people Trust flows from, and everyone sees who they are. What reaches a seed doesn’t
        change what it hands out.
      </p>
      {!data && !error && <Skeleton className="mt-4 h-14" />}
      {!data && error && (
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {data?.seeds.length === 0 && <p>There are no seeds yet, so nobody has Trust.</p>}
      {data && data.seeds.length > 0 && (
        <>
          <PeopleList label="Seeds" people={data.seeds.map((person) => ({ person }))} />
          {data.calculatedAt !== null && (
            <p>
              Calculated {times.minute(data.calculatedAt)} from {formatWhole(data.places)}{' '}
              {data.places === 1 ? 'place' : 'places'}.
            </p>
          )}
        </>
      )}
    </>
  )
}

import { formatWhole } from '@aura/api/money'
import { TRUST_RULES } from '@aura/api/rules/trust'
import { useQuery } from '@tanstack/react-query'
import { PeopleList } from '#aura/people-list.tsx'
import { useAuth } from '#features/auth'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { TitledCard } from '#ui/layout/titled-card'
import { FakingTable } from './faking-table.tsx'
import { TrustRanking } from './most-trusted.tsx'
import { RingNotice } from './ring-notice.tsx'
import styles from './trust.module.css'

const {
  places,
  seedPlaces,
  ripenDays,
  returnDays,
  passedPart,
  singleSeedPart,
  steps,
  liabilityPart,
  seedLiabilityPart,
  liabilityDays,
} = TRUST_RULES

export default function TrustScreen() {
  return (
    <main className={`page ${styles.screen}`}>
      <article className={styles.prose}>
        <h1 className="h1">Trust</h1>
        <p>Aura Points count what you do. Trust counts who stands by you.</p>
        <OwnRing />
        <h2>How it works</h2>
        <ol>
          <li>
            Trust starts with people whom Aura’s operator names, the seeds: each may pass on{' '}
            {formatWhole(TRUST_RULES.perSeed / TRUST_RULES.unit)} Trust, and everyone sees who they are.
          </li>
          <li>
            It flows along places: you can stand by {places} people, and each place carries 1 of {2 * places} parts of
            what you may pass on, or 2 parts if you also vouched USDC that didn’t come back within {returnDays} days; a
            seed has {seedPlaces} places.
          </li>
          <li>
            A place grows to that over {ripenDays} days, and what you don’t place goes to no one, so nobody’s Trust
            shrinks because someone else gets some.
          </li>
          <li>
            Of the Trust you have, you may pass on 1 of {passedPart} parts, at most {steps} people from a seed, and of
            what comes through a single seed 1 of {singleSeedPart} parts counts until others agree.
          </li>
          <li>
            Nothing counts from or to a suspended person, or between accounts that seem to be one person’s, and if you
            stand by someone who is suspended or part of a ring, you pass on 1 of {liabilityPart} parts less for{' '}
            {liabilityDays} days, a seed 1 of {seedLiabilityPart}.
          </li>
        </ol>
        <h2>What faking it costs today</h2>
        <FakingTable />
        <p>
          There are no years of real places yet, so these figures are measured on networks we made up. What we can’t
          see: a bribe, money that comes back by ways other than a transfer between the two wallets, and accounts of one
          person who keeps them carefully apart.
        </p>
        <h2>The fine print</h2>
        <p>
          Everything is in whole thousandths, rounded down, so there is one right result. It is calculated again with
          every place, every final payment and every day. An inviter of more than {TRUST_RULES.ringFree} accounts that
          seem to be one person’s gets less, but never below half, {TRUST_RULES.ringNoticeDays} days after a notice.
          This is version {TRUST_RULES.version} of the formula.
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
      <p>What reaches a seed doesn’t change what it may pass on.</p>
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

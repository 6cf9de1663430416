import { formatWhole } from '@aura/api/money'
import { TRUST_RULES } from '@aura/api/rules/trust'
import { useQuery } from '@tanstack/react-query'
import { PeopleList } from '#aura/people-list.tsx'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { TitledCard } from '#ui/layout/titled-card'
import { TrustRanking } from './board.tsx'
import { FakingTable } from './faking-table.tsx'
import { LessTrustNotices, useLessTrust } from './less-trust.tsx'
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
        <OwnNotices />
        <h2>How it works</h2>
        <ol>
          <li>
            Trust starts with the seeds, people named by Aura’s operator. Each seed can pass on{' '}
            {formatWhole(TRUST_RULES.perSeed / TRUST_RULES.unit)} Trust, and everyone sees who they are.
          </li>
          <li>
            It flows along places. You can stand by {places} people, and each place carries 1/{2 * places} of what you
            can pass on, or twice that if you also vouched for the person and the USDC didn’t come back within{' '}
            {returnDays} days. A seed has {seedPlaces} places.
          </li>
          <li>
            A place takes {ripenDays} days to grow to that. What you don’t place goes to no one, so giving someone a
            place takes nothing from the others.
          </li>
          <li>
            You can pass on 1/{passedPart} of the Trust you have, and it reaches at most {steps} people in a row from a
            seed. Of what comes through a single seed, only 1/{singleSeedPart} counts until other seeds agree.
          </li>
          <li>
            Nothing counts from or to a suspended person, or between accounts that seem to be one person’s. If you stand
            by someone who is suspended or part of a ring, you pass on 1/{liabilityPart} less for {liabilityDays} days.
            For a seed it is 1/{seedLiabilityPart}.
          </li>
        </ol>
        <h2>What faking it costs today</h2>
        <FakingTable />
        <p>
          There are no years of real places yet, so these figures come from simulated networks. We can’t see bribes,
          money that was sent before the vouch or comes back by wallets that the two never bound, or one person’s
          accounts that are kept carefully apart.
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

function OwnNotices() {
  const less = useLessTrust()
  return less && <LessTrustNotices less={less} />
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
      {data?.seeds.length === 0 && <p>There are no seeds yet, so no one has Trust.</p>}
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

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
  ringFree,
  invitedSteps,
  passedPart,
  bridgePart,
  steps,
  freshDays,
  fadeDays,
  fadeParts,
  floorUsdc,
  seedFloorUsdc,
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
          back you with USDC. It is the number to believe.
        </p>
        <OwnRing />
        <h2>How it is calculated</h2>
        <ul>
          <li>
            Each seed hands out {formatWhole(perSeed / unit)} Trust to the people they back, in proportion to the USDC.
          </li>
          <li>
            You keep {passedPart - 1} of {passedPart} parts of what reaches you. The last part goes on to the people you
            back, at most {steps} people from a seed.
          </li>
          <li>Only what didn’t come back counts. If you back somebody and they pay you back, that is nothing.</li>
          <li>
            Of what your strongest supporter brought, 1 of {bridgePart} parts is not passed on, unless they are a seed.
            A group that hangs by one person carries less.
          </li>
          <li>
            A payment counts in full for {freshDays} days. After that it loses 1 of {fadeParts} parts every {fadeDays}{' '}
            days.
          </li>
          <li>
            If you gave less than {floorUsdc} USDC in all, you pass on less in proportion. For a seed that is{' '}
            {seedFloorUsdc} USDC.
          </li>
          <li>
            If more than {ringFree} of the people you invited seem to be one person’s accounts, your share gets smaller:
            you get {ringFree} parts in as many as there are such accounts, so with {2 * ringFree} of them, half. That
            includes people whom they invited in turn, up to {invitedSteps} steps from you. Only the largest such group
            counts.
          </li>
          <li>
            Payments count once they are final on chain. Payments between two people don’t while either has blocked the
            other, nor do payments between accounts that seem to be one person’s.
          </li>
        </ul>
        <p>
          Everything is in whole thousandths, rounded down, so there is one right result. It is calculated again with
          every payment and every day. This is version {TRUST_RULES.version} of the formula.
        </p>
        <h2>What it costs to cheat</h2>
        <p>
          We let up to {TRUST_MEASURED.wallets} wallets of one owner pay each other in rings, chains, stars and mixes.
          If nobody trusted backs them, they get no Trust at all. If somebody does, all of them together never hold more
          than what that person passed on, and at most {TRUST_MEASURED.ofQuiet} times what they would have without
          paying each other. The same ring makes {formatWhole(TRUST_MEASURED.ringAp)} Aura Points.
        </p>
        <p>So the only way to more Trust is to be backed by more people who are trusted.</p>
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
              Calculated {times.minute(data.calculatedAt)} from {formatWhole(data.payments)}{' '}
              {data.payments === 1 ? 'payment' : 'payments'}.
            </p>
          )}
        </>
      )}
    </>
  )
}

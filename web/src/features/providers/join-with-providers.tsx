import { useEffect, useState } from 'react'
import { useConfig } from '#lib/use-config'
import { Notice } from '#ui/feedback/notice'
import { Skeleton } from '#ui/feedback/skeleton'
import { toast } from '#ui/feedback/toast'
import { buttonClass } from '#ui/forms/button'
import styles from './join-with-providers.module.css'
import { nameOf, outcomeText, type Returned, takeReturned } from './outcome.ts'
import { ProviderLink } from './provider-link.tsx'

/** More are folded away, so that the wallets stay in view. */
const MAX_UNFOLDED = 2

export function JoinWithProviders({ next }: { next: string | null }) {
  const { data: config, isPending } = useConfig()
  const [returned, setReturned] = useState<Returned | null>(null)
  useEffect(() => setReturned((before) => takeReturned() ?? before), [])
  const providers = config?.providers
  const problem = returned && providers ? outcomeText(returned.outcome, nameOf(returned.from, providers)) : null
  const title = problem?.title
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each problem
  useEffect(() => {
    if (problem) toast({ ...problem, kind: 'destructive', durationMs: 6_000 })
  }, [title])
  const [first, ...others] = providers ?? []
  const links = others.map(({ id, name }) => (
    <ProviderLink key={id} id={id} className={buttonClass('secondary', 48, styles.way)} next={next}>
      Continue with {name}
    </ProviderLink>
  ))
  return (
    <>
      {problem && (
        <div className="mb-4">
          <Notice tone="danger" title={problem.title}>
            {problem.description}
          </Notice>
        </div>
      )}
      {/* As much as two ways in take, or one with others folded away. */}
      {isPending && (
        <div className="mb-13 grid gap-3">
          <Skeleton className="h-14" />
          <Skeleton className="h-12" />
        </div>
      )}
      {first && (
        <>
          <ProviderLink
            id={first.id}
            className={buttonClass(config?.passkeys ? 'secondary' : 'primary', 56, `${styles.way} ${styles.first}`)}
            next={next}
          >
            {first.id === 'x' ? 'Connect with X' : `Continue with ${first.name}`}
          </ProviderLink>
          {links.length > 0 && links.length < MAX_UNFOLDED && <div className="mt-3">{links}</div>}
          {links.length >= MAX_UNFOLDED && (
            <details className={styles.more}>
              <summary>More ways in</summary>
              <div>{links}</div>
            </details>
          )}
          <p className={styles.or}>or use a wallet</p>
        </>
      )}
    </>
  )
}

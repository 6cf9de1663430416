import { useEffect, useState } from 'react'
import { useConfig } from '#lib/use-config'
import { Notice } from '#ui/feedback/notice'
import { Skeleton } from '#ui/feedback/skeleton'
import { toast } from '#ui/feedback/toast'
import { buttonClass } from '#ui/forms/button'
import styles from './join-with-x.module.css'
import { XLink } from './x-link.tsx'
import { takeXOutcome, xOutcomeText } from './x-outcome.ts'

export function JoinWithX({ next }: { next: string | null }) {
  const { data: config, isPending } = useConfig()
  const [problem, setProblem] = useState<ReturnType<typeof xOutcomeText>>(null)
  useEffect(() => {
    const text = xOutcomeText(takeXOutcome())
    if (!text) return
    setProblem(text)
    toast({ ...text, kind: 'destructive', durationMs: 6_000 })
  }, [])
  return (
    <>
      {problem && (
        <div className="mb-4">
          <Notice tone="danger" title={problem.title}>
            {problem.description}
          </Notice>
        </div>
      )}
      {isPending && <Skeleton className="mb-13 h-14" />}
      {config?.xSignIn && (
        <>
          <XLink className={buttonClass('primary', 56, 'w-full')} next={next}>
            Connect with X
          </XLink>
          <p className={styles.or}>or use a wallet</p>
        </>
      )}
    </>
  )
}

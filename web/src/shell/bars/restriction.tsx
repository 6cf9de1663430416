import { Link } from 'wouter'
import { useCurrentUser } from '#features/auth'
import { useTimes } from '#lib/time/times'
import { useTitle } from '#lib/use-title'
import { paths } from '#paths'
import { Notice } from '#ui/feedback/notice'

const LINK = 'action-link font-semibold text-ink'

/** Shown to a restricted user on every page: the reason, the remaining actions, and a contact. */
export function RestrictionNotice() {
  const { restriction } = useCurrentUser()
  const times = useTimes()
  if (!restriction) return null
  const isSuspended = restriction.kind === 'suspended'
  return (
    <section className="page pt-4 max-md:pb-3" aria-label={isSuspended ? 'Account suspended' : 'Beta access ended'}>
      <Notice
        tone="warn"
        title={isSuspended ? 'Your account is suspended' : 'Your wallet is no longer in the closed beta'}
        action={
          <span className="flex flex-wrap gap-x-5">
            <Link href={paths.steeze} className={LINK}>
              Redeem Steeze
            </Link>
            <Link href={paths.settings} className={LINK}>
              Your data
            </Link>
            <Link href={paths.help('support')} className={LINK}>
              Ask for support
            </Link>
          </span>
        }
      >
        {isSuspended && (
          <p>
            {restriction.since && (
              <>
                Since <time dateTime={restriction.since}>{times.minute(restriction.since)}</time>.{' '}
              </>
            )}
            Reason: {restriction.reason}
          </p>
        )}
        <p>
          You keep everything you have. Your accepted and live battles run to their end, those of rounds are called off
          with the stakes returned, and so are pending challenges. You can still redeem earned Steeze and download your
          data. Everything else is unavailable until this changes.
        </p>
      </Notice>
    </section>
  )
}

export function RestrictedScreen() {
  useTitle('Account restricted')
  return (
    <main className="page py-10">
      <h1 className="h1">This page is unavailable for now</h1>
      <p className="mt-4 max-w-text text-ink-2">The notice above says why. Your points, Steeze and battles are kept.</p>
    </main>
  )
}

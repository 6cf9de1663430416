import { Link } from 'wouter'
import { paths } from '#paths'
import { EmptyState } from '#ui/feedback/empty-state'
import { buttonClass } from '#ui/forms/button'
import { EmptyDuel } from './empty-duel.tsx'

interface LinkNotFoundProps {
  heading: string
  /** What the link was said to lead to. */
  to: string
}

/** The page of a shared link that leads to nothing. */
export function LinkNotFound({ heading, to }: LinkNotFoundProps) {
  return (
    <main className="page pt-10">
      <h1 className="sr-only">{heading}</h1>
      <EmptyState
        picture={<EmptyDuel />}
        title={`${heading} Not Found`}
        action={
          <Link href={paths.home} className={buttonClass('primary', 48)}>
            Go to Aura
          </Link>
        }
      >
        This link doesn’t lead to {to}. Ask whoever sent it for a new one.
      </EmptyState>
    </main>
  )
}

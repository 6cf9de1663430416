import { Link } from 'wouter'
import { Stage } from '#aura/stage/stage.tsx'
import { useTitle } from '#lib/use-title'
import { paths } from '#paths'
import { buttonClass } from '#ui/forms/button'

/** Shown for unknown and for forbidden addresses, so that the two can't be told apart. */
export function NotFoundScreen() {
  useTitle('Page Not Found')
  return (
    <Stage
      poster="404"
      title="Page Not Found"
      actions={
        <Link href={paths.home} className={buttonClass('primary', 48)}>
          Go Home
        </Link>
      }
    >
      This page doesn't exist or you don't have permission to access it.
    </Stage>
  )
}

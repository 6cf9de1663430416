import { Link } from 'wouter'
import { useTitle } from '#lib/use-title'
import { paths } from '#paths'
import { buttonClass } from '#ui/forms/button'
import { Stage } from './stage/stage.tsx'

interface LinkNotFoundProps {
  heading: string
  to: string
}

export function LinkNotFound({ heading, to }: LinkNotFoundProps) {
  const title = `${heading} Not Found`
  useTitle(title)
  return (
    <Stage
      title={title}
      actions={
        <Link href={paths.home} className={buttonClass('primary', 48)}>
          Go to Aura
        </Link>
      }
    >
      This link doesn’t lead to {to}. Ask whoever sent it for a new one.
    </Stage>
  )
}

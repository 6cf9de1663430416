import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { read } from '#lib/query-client'
import { paths } from '#paths'

export function KnownShare() {
  const { data: review } = useQuery(read('GET /api/review'))
  if (!review || review.knownPercent === null) return null
  return (
    <Link href={paths.learn} className="action-link text-sm text-ink-2">
      You still know <b className="num text-ink">{review.knownPercent}%</b>
    </Link>
  )
}

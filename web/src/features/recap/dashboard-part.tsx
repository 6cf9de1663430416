import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { TitledCard } from '#ui/layout/titled-card'
import { figuresText } from './recap-texts.ts'

/** A dashboard may stay open over Monday. */
const REFRESH_MS = 10 * 60_000

/** Links to the last week's recap on the first days of a week. Renders nothing without events or if it didn't load. */
export default function DashboardPart() {
  const { data } = useQuery({ ...read('GET /api/recap'), staleTime: 0, refetchInterval: REFRESH_MS })
  const figures = data?.recap?.figures ?? []
  if (!data?.isNew || figures.length === 0) return null
  return (
    <TitledCard id="recap" title="Last week" control={<Link href={paths.recap}>Your week</Link>}>
      <p className="text-ink-2">{figuresText(figures)}.</p>
    </TitledCard>
  )
}

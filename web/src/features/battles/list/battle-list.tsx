import { formatWhole } from '@aura/api/money'
import { type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import { EmptyDuel } from '#aura/empty-duel.tsx'
import { useCurrentUser } from '#features/auth'
import { errorText } from '#lib/error-text'
import { paths } from '#paths'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/load-failed'
import { Button, buttonClass } from '#ui/forms/button'
import { ShowMore } from '#ui/layout/show-more'
import { type ListView, listPages } from '../shared/battle-reads.ts'
import type { Battle } from '../shared/battle-view.ts'
import { BattleRow } from './battle-row.tsx'
import { FeaturedBattle } from './featured-battle.tsx'
import { RowSkeletons } from './row-skeletons.tsx'
import { useList } from './use-list.ts'

export const SKELETONS = 6

interface BattleListProps {
  view: ListView
  onCreate: () => void
}

export function BattleList({ view, onCreate }: BattleListProps) {
  const list = useList(listPages(view))
  const { items: battles, error, isPending, isFetching, refetch } = list
  if (isPending) return <RowSkeletons count={SKELETONS} />
  if (!battles)
    return <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  if (battles.length === 0) return <Empty view={view} onCreate={onCreate} />
  const featured = battles.find(({ status }) => status === 'active')
  return (
    <>
      {featured && view !== 'upcoming' && <FeaturedBattle battle={featured} />}
      <BattleRows
        battles={battles.filter((battle) => battle !== featured || view === 'upcoming')}
        label={LABELS[view]}
        pages={list}
      />
    </>
  )
}

const LABELS: Record<ListView, string> = {
  all: 'All battles',
  live: 'Live battles',
  upcoming: 'Upcoming battles',
  completed: 'Completed battles',
}

interface BattleRowsProps {
  battles: readonly Battle[]
  label: string
  isOwn?: true
  pages: ReturnType<typeof useList>
}

export function BattleRows({ battles, label, isOwn, pages }: BattleRowsProps) {
  const { id } = useCurrentUser()
  const list = useRef<HTMLOListElement>(null)
  const { data, items, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  return (
    <>
      <ol ref={list} aria-label={label}>
        {battles.map((battle) => (
          <BattleRow key={battle.id} battle={battle} viewerId={id} {...(isOwn && { isOwn })} />
        ))}
      </ol>
      <ShowMore
        list={list}
        hasMore={hasNextPage}
        isBusy={isFetchingNextPage}
        onMore={fetchNextPage}
        error={isFetchNextPageError ? errorText(error).description : undefined}
        end={data && data.pages.length > 1 && `That’s all ${formatWhole(items?.length ?? 0)}.`}
      />
    </>
  )
}

const EMPTY: Record<Exclude<ListView, 'all'>, { title: string; text: string; action: string }> = {
  live: {
    title: 'No Live Aura Clashes',
    text: 'Everybody is being polite. Somebody has to start.',
    action: 'Create Your First Aura Clash',
  },
  upcoming: {
    title: 'No Upcoming Battles',
    text: 'Nothing is planned. Your calendar looks free.',
    action: 'Create Battle',
  },
  completed: {
    title: 'No Completed Battles',
    text: 'Nobody has lost yet. Technically nobody has won either.',
    action: 'Create Battle',
  },
}

function Empty({ view, onCreate }: BattleListProps) {
  const { title, text, action } = EMPTY[view === 'all' ? 'live' : view]
  return <EmptyList title={title} action={action} text={text} onCreate={onCreate} />
}

interface EmptyListProps {
  title: string
  text: ReactNode
  action: string
  onCreate: () => void
}

export function EmptyList({ title, text, action, onCreate }: EmptyListProps) {
  return (
    <EmptyState
      picture={<EmptyDuel />}
      title={title}
      action={
        <div className="flex flex-wrap gap-3">
          <Button onClick={onCreate}>{action}</Button>
          <Link href={paths.practice} className={buttonClass('secondary')}>
            Practise meanwhile
          </Link>
        </div>
      }
    >
      {text}
    </EmptyState>
  )
}

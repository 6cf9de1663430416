import { formatWhole } from '@aura/api/money'
import { Swords } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { paths } from '#paths'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button, buttonClass } from '#ui/forms/button'
import { Segmented } from '#ui/forms/segmented'
import { lazyPart } from '#ui/layout/lazy-part'
import { Stat, StatStrip } from '#ui/layout/stat-strip'
import { TabPanel, Tabs } from '#ui/layout/tabs'
import { lateDialog } from '#ui/overlay/late-dialog'
import type { BattleCounts } from '../shared/battle-view.ts'
import { BattleList, SKELETONS } from './battle-list.tsx'
import styles from './battles-screen.module.css'
import { RowSkeletons } from './row-skeletons.tsx'
import { type BattlesTab, type BattlesView, openingTab, tabOf, viewOf } from './tabs.ts'
import { useCounts } from './use-list.ts'

// Its filter's menu would be a quarter of what this screen loads.
const OwnBattles = lazyPart(() => import('./own-battles.tsx'), { name: 'The list of your battles' })
const CreateBattle = lateDialog(() => import('../challenge/create-battle.tsx'))

export default function BattlesScreen() {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const [creating, setCreating] = useState(false)
  const { data: counts, isPending } = useCounts()
  // Chosen once, so that a battle that ends meanwhile doesn't switch the tab.
  const [opensOn, setOpensOn] = useState<BattlesTab | null>(null)
  if (!isPending && !opensOn) setOpensOn(openingTab(counts?.live ?? 0))
  const [tab, view] = [tabOf(search) ?? opensOn, viewOf(search)]
  const go = (next: BattlesTab, nextView?: BattlesView) =>
    navigate(`${path}?${new URLSearchParams({ tab: next, ...(nextView ? { view: nextView } : {}) })}`, {
      replace: true,
    })
  const create = () => setCreating(true)
  return (
    <main className={`page ${styles.screen}`}>
      <header className={styles.head}>
        <h1 className="h1">Live Battles</h1>
        <div className={styles.actions}>
          <Link href={paths.practice} className={buttonClass('secondary')}>
            Practice
          </Link>
          <Button onClick={create}>
            <Swords size={18} strokeWidth={2} aria-hidden="true" />
            Create Battle
          </Button>
        </div>
      </header>
      <Stats counts={counts} />
      <Tabs
        label="Battles"
        value={tab}
        onChange={(next) => go(next)}
        items={[
          { value: 'live', name: 'Live', ...countOf(counts?.live) },
          { value: 'upcoming', name: 'Upcoming', ...countOf(counts?.upcoming) },
          { value: 'completed', name: 'Completed', ...countOf(counts?.completed) },
          { value: 'mine', name: 'My Battles', ...countOf(counts?.mine?.total || undefined) },
        ]}
        aside={<ViewFilter tab={tab} view={view} onChange={(next) => tab && go(tab, next)} />}
      >
        {tab === null && <RowSkeletons count={SKELETONS} />}
        <TabPanel value="live">
          <BattleList view={view === 'all' ? 'all' : 'live'} onCreate={create} />
        </TabPanel>
        <TabPanel value="upcoming">
          <BattleList view="upcoming" onCreate={create} />
        </TabPanel>
        <TabPanel value="completed">
          <BattleList view="completed" onCreate={create} />
        </TabPanel>
        <TabPanel value="mine">
          <Suspense fallback={<RowSkeletons count={SKELETONS} />}>
            <OwnBattles onlyLive={view === 'live'} onCreate={create} />
          </Suspense>
        </TabPanel>
      </Tabs>
      <CreateBattle open={creating} onClose={() => setCreating(false)} onCreated={() => go('mine')} />
    </main>
  )
}

const countOf = (count: number | undefined) => (count === undefined ? {} : { count })

function Stats({ counts }: { counts: BattleCounts | undefined }) {
  const value = (count: number | undefined) =>
    count === undefined ? <Skeleton className={styles.unknown ?? ''} /> : formatWhole(count)
  return (
    <StatStrip short>
      <Stat name="Total Battles" value={value(counts?.total)} />
      <Stat name="Live Battles" value={value(counts?.live)} />
      <Stat name="Upcoming" value={value(counts?.upcoming)} />
      <Stat name="Completed" value={value(counts?.completed)} />
    </StatStrip>
  )
}

interface ViewFilterProps {
  tab: BattlesTab | null
  view: BattlesView | null
  onChange: (view: BattlesView) => void
}

function ViewFilter({ tab, view, onChange }: ViewFilterProps) {
  if (tab !== 'live' && tab !== 'mine') return null
  return (
    <Segmented
      label="View"
      items={[
        { value: 'live', name: 'Live' },
        { value: 'all', name: 'All' },
      ]}
      value={view ?? (tab === 'live' ? 'live' : 'all')}
      onChange={onChange}
    />
  )
}

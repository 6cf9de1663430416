const TABS = ['live', 'upcoming', 'completed', 'mine'] as const
export type BattlesTab = (typeof TABS)[number]

const VIEWS = ['live', 'all'] as const
export type BattlesView = (typeof VIEWS)[number]

export function tabOf(search: string): BattlesTab | null {
  const value = new URLSearchParams(search).get('tab')
  return TABS.find((tab) => tab === value) ?? null
}

export const openingTab = (liveCount: number): BattlesTab => (liveCount > 0 ? 'live' : 'upcoming')

export function viewOf(search: string): BattlesView | null {
  const value = new URLSearchParams(search).get('view')
  return VIEWS.find((view) => view === value) ?? null
}

const TABS = ['live', 'upcoming', 'completed', 'mine'] as const
export type BattlesTab = (typeof TABS)[number]

const VIEWS = ['live', 'all'] as const
export type BattlesView = (typeof VIEWS)[number]

/** The tab that an address asks for; the upcoming ones by default. */
export function tabOf(search: string): BattlesTab {
  const asked = new URLSearchParams(search).get('tab')
  return TABS.find((tab) => tab === asked) ?? 'upcoming'
}

/** The view filter that an address asks for, if any. */
export function viewOf(search: string): BattlesView | null {
  const asked = new URLSearchParams(search).get('view')
  return VIEWS.find((view) => view === asked) ?? null
}

import { expect, it } from 'vitest'
import { openingTab, tabOf } from './tabs.ts'

it('opens the tab of the address, else Live while a battle is live, else Upcoming [battles.const-tab-default]', () => {
  expect(['?tab=completed', '?tab=mine', '?tab=no', ''].map(tabOf)).toEqual(['completed', 'mine', null, null])
  expect([openingTab(1), openingTab(0)]).toEqual(['live', 'upcoming'])
})

import { BATTLE_STATUSES } from '@aura/api/battle-statuses'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Battle } from './battle-view.ts'
import { Recruit } from './recruit.tsx'

const battle = { id: 'b1', title: 'Rug or real', challengerId: 'ada', opponentId: 'bo' } as Battle
const offered = (viewerId: string, status: Battle['status']) =>
  [
    ...renderToStaticMarkup(<Recruit battle={{ ...battle, status }} viewerId={viewerId} />).matchAll(
      /aria-label="([^"]*)"/g,
    ),
  ].map(([, name]) => name)

it('lets the two participants, and nobody else, bring people to a battle that takes place [battles.recruit]', () => {
  const both = ['Share: Rug or real', 'QR code: Rug or real']
  for (const status of BATTLE_STATUSES) {
    const isOn = ['accepted', 'cancellation_requested', 'active'].includes(status)
    expect([offered('ada', status), offered('bo', status)]).toEqual(isOn ? [both, both] : [[], []])
    expect(offered('cy', status)).toEqual([])
  }
})

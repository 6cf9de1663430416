import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { OwnPoints, Person } from '../list/battle-row.tsx'
import { Score } from '../list/featured-battle.tsx'
import { SmallField } from '../list/small-field.tsx'
import { PlotDisc } from '../receipt/plot-disc.tsx'
import { DiscFace } from '../showdown/disc-avatar.tsx'
import { Panel } from '../showdown/side-panel.tsx'
import type { Battle, Side } from './battle-view.ts'
import { sidesOf } from './battle-view.ts'
import { Username } from './username.tsx'

const person = (username: string, profileImageUrl: string | null) => ({
  id: `00000000-0000-4000-8000-00000000000${username.length}`,
  username,
  firstName: null,
  profileImageUrl,
  auraPoints: 100,
  currentStreak: 3,
})
const ada = person('ada', '/images/ada.webp')
const bo = { ...person('bo', null), firstName: '😎 Max', auraPoints: 2_500 }

const battle = (status: Battle['status']) =>
  ({
    id: 'b1',
    title: 'Rug or real',
    description: '',
    status,
    challenger: ada,
    opponent: bo,
    challengerId: ada.id,
    opponentId: bo.id,
    challengerVotes: 3,
    opponentVotes: 1,
    totalVotes: 4,
    challengerStake: 50,
    opponentStake: 50,
    winnerId: null,
    votingEndsAt: '2026-03-02T20:00:00.000Z',
  }) as Battle

const images = (page: string) =>
  [...page.matchAll(/<img[^>]*>/g)].map(([tag]) => ({
    src: /src="([^"]*)"/.exec(tag)?.[1],
    alt: /alt="([^"]*)"/.exec(tag)?.[1],
    loading: /loading="([^"]*)"/.exec(tag)?.[1],
  }))

describe('the people of a battle', () => {
  it.each(['cancelled', 'expired', 'rejected', 'withdrawn'] as const)(
    'have their image in a row of the list, the small one, or their initial: %s',
    (status) => {
      const page = renderToStaticMarkup(<SmallField battle={battle(status)} />)
      expect(images(page)).toEqual([{ src: '/images/ada-128.webp', alt: '', loading: 'lazy' }])
      expect(page).toMatch(/<span[^>]*>😎<\/span>/)
      expect(page).not.toMatch(/<span[^>]*>A<\/span>/)
    },
  )

  it('have it in the disc of its page', () => {
    const [a, b] = sidesOf(battle('pending')).map((side) => renderToStaticMarkup(<DiscFace side={side} />))
    expect(images(a ?? '')).toEqual([{ src: '/images/ada.webp', alt: '', loading: 'lazy' }])
    expect(a).toMatch(/^A<img[^>]* class="[^"]*opacity-0/)
    expect(b).toBe('😎')
  })

  it.each<[string, (side: Side) => ReactNode]>([
    ['in their panel', (side) => <Panel side={side} share={0.5} place="a" isStarted isActive={false} pending={[]} />],
    ['in a row of the lists', (side) => <Person side={side} showsScore />],
    ['on the featured card', (side) => <Score side={side} share={0.5} place="" />],
    ['where the page names them before the start and in the gift sheet', (side) => <Username {...side.person} />],
  ])('have their username beside a name from X %s [battles.panel-username]', (_, shown) => {
    const [ofAda, ofBo] = sidesOf(battle('completed')).map((side) =>
      renderToStaticMarkup(<Router ssrPath="/">{shown(side)}</Router>).match(/@\w+/g),
    )
    expect([ofAda, ofBo]).toEqual([null, ['@bo']])
    const own = (viewerId: string) => renderToStaticMarkup(<OwnPoints battle={battle('pending')} viewerId={viewerId} />)
    expect([own(ada.id).match(/@\w+/g), own(bo.id).match(/@\w+/g)]).toEqual([['@bo'], null])
  })

  it('have the share of all gifts as a bar in their panel, and their final Steeze [battles.panel] [battles.text-gift-button]', () => {
    const [a, b] = sidesOf(battle('completed'))
    const panels = [a, b].map((side, place) =>
      renderToStaticMarkup(
        <Router ssrPath="/">
          <Panel side={side} share={place === 0 ? 0.75 : 0.25} place="a" isStarted isActive={false} pending={[]} />
        </Router>,
      ),
    )
    expect(panels.map((panel) => /aria-label="([^"]*% of all gifts)"/.exec(panel)?.[1])).toEqual([
      '75.0% of all gifts',
      '25.0% of all gifts',
    ])
    expect(panels.map((panel) => /scale:[\d.]+ 1/.exec(panel)?.[0])).toEqual(['scale:0.75 1', 'scale:0.25 1'])
    expect(panels.map((panel) => /Final Steeze: \d+/.exec(panel)?.[0])).toEqual(['Final Steeze: 3', 'Final Steeze: 1'])
  })

  it('have their Aura Points on the featured card and in the rows of My Battles [battles.card-points]', () => {
    const points = (shown: ReactNode) => renderToStaticMarkup(shown).match(/[\d,]+ AP(?=<)/g)
    const cards = sidesOf(battle('active')).map((side) => <Score key={side.name} side={side} share={0.5} place="" />)
    expect(points(cards)).toEqual(['100 AP', '2,500 AP'])
    expect(points(<OwnPoints battle={battle('pending')} viewerId={ada.id} />)).toEqual(['100 AP', '2,500 AP'])
  })

  it('have it at the end of their line on the receipt, and their initial until it is there', () => {
    const [a, b] = sidesOf(battle('completed')).map((side) =>
      renderToStaticMarkup(
        <svg aria-hidden="true">
          <PlotDisc side={side} x={50} y={50} />
        </svg>,
      ),
    )
    expect(a).toMatch(/<text[^>]*>A<\/text><image[^>]* href="\/images\/ada-128.webp"/)
    expect(b).toMatch(/<text[^>]*>😎<\/text><\/svg>/)
  })
})

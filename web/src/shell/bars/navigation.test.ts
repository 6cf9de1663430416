import { House } from 'lucide-react'
import { expect, it } from 'vitest'
import type { Destination } from '#lib/feature'
import { destinations } from '../../features.ts'
import { isActive, tabsOf } from './navigation.ts'

it('home is where one is exactly, everything else also below it [frame.nav-active]', () => {
  const [home, battles, a] = [{ path: '/' }, { path: '/battles' }, { path: '/a', also: ['/b'] }]
  expect([isActive(home, '/'), isActive(home, '/battles')]).toEqual([true, false])
  expect([isActive(battles, '/battles'), isActive(battles, '/battles/7')]).toEqual([true, true])
  expect(isActive(battles, '/battlesque')).toBe(false)
  expect([isActive(a, '/b/1'), isActive(a, '/c')]).toEqual([true, false])
})

it.each([
  ['/arena', 'Live Battles'],
  ['/battle/7', 'Live Battles'],
  ['/user/7', 'Profile'],
  ['/profile/7', 'Profile'],
])('at the alias %s the link %s is current, as at the main address [frame.nav-active]', (path, name) => {
  expect(destinations.filter((to) => isActive(to, path)).map((to) => to.name)).toEqual([name])
})

const tab = (name: string, inTabs?: Destination['inTabs']): Destination => ({
  path: `/${name}`,
  name,
  icon: House,
  inBar: true,
  ...(inTabs && { inTabs }),
})
const names = (all: readonly Destination[]) => tabsOf(all).map(({ name }) => name)

it('a spare tab stands in its place until five others are there', () => {
  const four = [tab('a', true), tab('spare', 'spare'), tab('b', true), tab('c', true), tab('d', true)]
  expect(names(four)).toEqual(['a', 'spare', 'b', 'c', 'd'])
  expect(names([...four, tab('e', true), tab('no')])).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it('Learn stands in the bar and among a phone’s tabs [learning.in-navigation]', () => {
  const isLearn = ({ name }: Destination) => name === 'Learn'
  expect([destinations.filter(({ inBar }) => inBar).some(isLearn), tabsOf(destinations).some(isLearn)]).toEqual([
    true,
    true,
  ])
})

it('a phone has at most five tabs', () => expect(tabsOf(destinations).length).toBeLessThanOrEqual(5))

import { expect, it } from 'vitest'
import { NetworkCounts, networksOf } from './networks.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
])('counts %s as the IPv4 address %s alone', (ip, counted) => {
  expect(networksOf(ip)).toEqual([{ name: counted, share: 1, atOnce: 1 }])
})

it.each([
  ['2001:db8:1:2:3:4:5:6', '20010db800010002/64'],
  ['2001:DB8:1:2::1', '20010db800010002/64'],
  ['2001:db8:1:2::', '20010db800010002/64'],
  ['2001:db8::5:6', '20010db800000000/64'],
  ['2001:db8:1::4:5:6:7', '20010db800010000/64'],
  ['::1', '0000000000000000/64'],
  ['::', '0000000000000000/64'],
  ['::2:3:4:5:6:7:8', '0000000200030004/64'],
  ['64:ff9b::203.0.113.7', '0064ff9b00000000/64'],
  ['fe80::1%eth0', 'fe80000000000000/64'],
])('counts %s as one of %s', (ip, counted) => {
  expect(networksOf(ip)[0]?.name).toBe(counted)
})

it('counts an IPv6 address in its /64, /56 and /48, with higher limits for the larger ones', () => {
  expect(networksOf('2001:db8:aaaa:bbcc::1')).toEqual([
    { name: '20010db8aaaabbcc/64', share: 1, atOnce: 1 },
    { name: '20010db8aaaabb/56', share: 4, atOnce: 1.25 },
    { name: '20010db8aaaa/48', share: 16, atOnce: 1.5 },
  ])
})

it('allows a /48 half as many concurrent requests again as one address, over all its /64s', () => {
  const counts = new NetworkCounts()
  const customer = (at: number) => networksOf(`2001:db8:aaaa:${at.toString(16)}00::1`)
  let opened = 0
  while (counts.hasRoom(customer(opened), 4)) counts.add(customer(opened++))
  expect(opened).toBe(6)
  expect(counts.hasRoom(networksOf('2001:db8:bbbb::1'), 4)).toBe(true)
  counts.remove(customer(0))
  expect(counts.hasRoom(customer(99), 4)).toBe(true)
})

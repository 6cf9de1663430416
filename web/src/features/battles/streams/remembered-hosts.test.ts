import { beforeEach, expect, it } from 'vitest'
import { browserStore } from '#lib/browser-storage'
import { forgetHost, isRemembered, rememberHost } from './remembered-hosts.ts'

beforeEach(() => browserStore.removeItem('aura.stream-hosts'))

it('a host is remembered by itself, until it is forgotten [battles.stream-press]', () => {
  rememberHost('player.twitch.tv')
  rememberHost('player.twitch.tv')
  rememberHost('live.example.org')
  expect([isRemembered('player.twitch.tv'), isRemembered('twitch.tv')]).toEqual([true, false])
  forgetHost('player.twitch.tv')
  expect([isRemembered('player.twitch.tv'), isRemembered('live.example.org')]).toEqual([false, true])
})

it.each(['', 'no json', '{"player.twitch.tv":true}', '[1,null]'])('%j in the browser remembers no host', (stored) => {
  browserStore.setItem('aura.stream-hosts', stored)
  expect(isRemembered('player.twitch.tv')).toBe(false)
  rememberHost('player.twitch.tv')
  expect(isRemembered('player.twitch.tv')).toBe(true)
})

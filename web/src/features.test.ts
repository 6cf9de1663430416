import { calls } from '@aura/api/calls'
import { NotificationType, OptionalNotification } from '@aura/api/calls/notifications'
import { LOCAL_PAGES, PAGES } from '@aura/api/pages'
import { expect, it } from 'vitest'
import { features, screens } from './features.ts'

it('the server knows every page there is, and no other', () => {
  const pathsOf = (isLocal: boolean) =>
    screens.filter(({ localOnly = false }) => localOnly === isLocal).map(({ path }) => path)
  expect([...PAGES].sort()).toEqual(pathsOf(false).sort())
  expect([...LOCAL_PAGES].sort()).toEqual(pathsOf(true).sort())
})

it('every notification that can be turned off has its text in the settings, once', async () => {
  const parts = await Promise.all(features.map(async (feature) => (await feature.parts?.())?.default))
  const types = parts.flatMap((each) => Object.keys(each?.notifications ?? {}))
  expect(types.sort()).toEqual([...OptionalNotification.options].sort())
})

it('every notification of a feature has an icon, once', () => {
  const types = features.flatMap(({ notificationIcons = {} }) => Object.keys(notificationIcons))
  // The icons of sign-in and moderation are in the list of all notifications.
  expect([...types, 'security', 'account_related', 'other'].sort()).toEqual([...NotificationType.options].sort())
})

it('every answer that is asked for with the page is one there is', () => {
  const patterns = Object.keys(calls).map((key) => new RegExp(`^${key.replaceAll(/:\w+/g, '[^/]+')}$`))
  const reads = screens.flatMap((screen) => screen.reads ?? [])
  const unknown = reads.filter((read) => !patterns.some((each) => each.test(`GET ${read.replace(/\?.*/, '')}`)))
  expect(reads.length).toBeGreaterThan(0)
  expect(unknown).toEqual([])
})

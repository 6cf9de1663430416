import { expect, it } from 'vitest'
import { fetchedImageUrl, firstNameOf, usernameFromHandle } from './person.rules.ts'

it.each([
  ['Ada_Lovelace', 'ada_lovelace'],
  ['abc', 'abc'],
  ['ab', undefined],
  ['a-b-c', undefined],
  ['x'.repeat(21), undefined],
])('a handle %s becomes %s', (handle, username) => expect(usernameFromHandle(handle)).toBe(username))

it.each([
  ['Ada', 'Ada'],
  ['  Ada \n Lovelace ', 'Ada Lovelace'],
  ['\u202eevil\u202c', 'evil'],
  ['\u0000\u2028', null],
  ['🦄'.repeat(60), '🦄'.repeat(50)],
  ['👩🏽‍🤝‍👨🏿'.repeat(20), '👩🏽‍🤝‍👨🏿'.repeat(16)],
])('a display name %j becomes %j', (name, firstName) => expect(firstNameOf(name)).toBe(firstName))

it.each([
  ['https://pbs.twimg.com/profile_images/1/a_normal.jpg', 'https://pbs.twimg.com/profile_images/1/a_400x400.jpg'],
  ['https://pbs.twimg.com/profile_images/1/a.png?x=1', 'https://pbs.twimg.com/profile_images/1/a.png'],
  ['https://pbs.twimg.com/default_profile_images/a_normal.png', null],
  ['https://pbs.twimg.com.evil.example/a.png', null],
  ['http://pbs.twimg.com/a.png', null],
  ['https://me@pbs.twimg.com/a.png', null],
  ['http://169.254.169.254/latest/meta-data', null],
  ['file:///etc/passwd', null],
  ['nothing', null],
  [null, null],
])('an image on X %j is fetched as %j', (url, fetched) => {
  expect(fetchedImageUrl(url, 'https://pbs.twimg.com')).toBe(fetched)
})

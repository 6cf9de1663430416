import { describe, expect, it } from 'vitest'
import { channelOf } from './channels.ts'
import { type ProfileKind, readProfile } from './profiles.ts'

/** Responses as each provider documents them, shortened. */
const RESPONSES: [ProfileKind, object, object, string | null][] = [
  [
    'x',
    { data: { id: '2244994945', username: 'XDevelopers', name: 'Developers' } },
    { subject: '2244994945', handle: 'XDevelopers', name: 'Developers', imageUrl: null },
    'https://x.com/XDevelopers',
  ],
  [
    'twitch',
    {
      data: [
        {
          id: '141981764',
          login: 'twitchdev',
          display_name: 'TwitchDev',
          profile_image_url: 'https://a.example/i.png',
        },
      ],
    },
    { subject: '141981764', handle: 'twitchdev', name: 'TwitchDev', imageUrl: 'https://a.example/i.png' },
    'https://www.twitch.tv/twitchdev',
  ],
  [
    'youtube',
    {
      items: [{ id: 'UC_x5XG1OV2P6uZZ5FSM9Ttw', snippet: { title: 'Google for Developers', customUrl: '@googledev' } }],
    },
    { subject: 'UC_x5XG1OV2P6uZZ5FSM9Ttw', handle: 'googledev', name: 'Google for Developers', imageUrl: null },
    'https://www.youtube.com/channel/UC_x5XG1OV2P6uZZ5FSM9Ttw',
  ],
  [
    'discord',
    { id: '80351110224678912', username: 'nelly', global_name: null },
    { subject: '80351110224678912', handle: 'nelly', name: '', imageUrl: null },
    null,
  ],
  [
    'kick',
    { data: [{ broadcaster_user_id: 123, slug: 'john-doe' }], message: 'OK' },
    { subject: '123', handle: 'john-doe', name: 'john-doe', imageUrl: null },
    'https://kick.com/john-doe',
  ],
  ['openid', { sub: 'a b', name: ' Ada\n\u202e' }, { subject: 'a b', handle: 'Ada' }, null],
]

describe.each(RESPONSES)('a profile of %s', (kind, response, person, url) => {
  it('is read, with the address of its channel if it has one [access.provider-channels]', () => {
    const read = readProfile(kind, response)
    expect(read).toMatchObject(person)
    expect(channelOf({ provider: kind, ...read })?.url ?? null).toBe(url)
  })

  it('is refused if it is none', () => {
    for (const other of [null, {}, { data: [] }, { items: [] }, { data: {} }, { sub: 1 }, 'text', []])
      expect(() => readProfile(kind, other)).toThrow()
  })
})

it('a YouTube channel without a handle goes by its title, and an id is never a path', () => {
  const channel = (id: string) => ({ items: [{ id, snippet: { title: '  A\tchannel ' } }] })
  expect(readProfile('youtube', channel('UCa')).handle).toBe('A channel')
  expect(() => readProfile('youtube', channel('../@other'))).toThrow()
})

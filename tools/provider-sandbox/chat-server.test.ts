import { expect, it } from 'vitest'
import { cheeredSide } from '../../server/src/features/crowd/chat/chat-cheer.rules.ts'
import { TwitchChat } from '../../server/src/features/crowd/chat/twitch-chat.ts'
import { defaultLimits } from '../../server/src/limits.ts'
import { startChatServer } from './chat-server.ts'

it('the sandbox’s chat is read as Twitch’s, and some of its lines cheer for either side', async () => {
  const server = await startChatServer(() => 0)
  const sides = new Set<string | null>()
  const dropped: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const chat = new TwitchChat({
    url: server.url,
    channel: 'ada',
    limits: defaultLimits.chat,
    elapsedMs: () => performance.now(),
    onMessage({ text }) {
      sides.add(cheeredSide(text, 'challenger'))
      if (sides.size === 3) resolve()
    },
    onDropped: (reason) => void dropped.push(reason),
    onLost: () => {},
  })
  await promise
  chat.close()
  await server.stop()
  expect(sides).toEqual(new Set(['challenger', 'opponent', null]))
  expect(dropped).toEqual([])
})

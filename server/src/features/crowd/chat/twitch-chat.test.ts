import { expect, it, onTestFinished, vi } from 'vitest'
import { selfSigned } from '../../../../../tests/server/self-signed.ts'
import { chatLine, type SmallIrc, startSmallIrc } from '../../../../../tests/server/small-irc.ts'
import { type ChatLimits, TwitchChat } from './twitch-chat.ts'

const LIMITS: ChatLimits = {
  lineBytes: 9_000,
  linesPerS: 1_000,
  bytesPerS: 1_000_000,
  joinMs: 60_000,
  silentMs: 60_000,
  backOff: { firstMs: 1, maxMs: 4 },
}

async function start(tls?: { cert: string; key: string }): Promise<SmallIrc> {
  const irc = await startSmallIrc(tls)
  onTestFinished(irc.close)
  return irc
}

function listen(irc: SmallIrc, limits: Partial<ChatLimits> = {}) {
  const heard: string[] = []
  const dropped: string[] = []
  const lost: string[] = []
  const time = { ms: 0 }
  let hears = () => {}
  const chat = new TwitchChat({
    url: irc.url,
    channel: 'ada',
    limits: { ...LIMITS, ...limits },
    elapsedMs: () => time.ms,
    onMessage({ login, text }) {
      heard.push(`${login}: ${text}`)
      hears()
    },
    onDropped: (reason) => dropped.push(reason),
    onLost: (reason) => lost.push(reason),
  })
  onTestFinished(() => chat.close())
  /** Resolves when this text has arrived, and with it all that was sent before. */
  const until = (text: string) =>
    new Promise<void>((resolve) => {
      hears = () => heard.at(-1) === `last: ${text}` && resolve()
      hears()
    })
  return { chat, heard, dropped, lost, time, until }
}

const end = (text = 'end') => chatLine('ada', 'last', text)

it('reads a channel without an account and writes nothing but that [battles.chat]', async () => {
  const irc = await start()
  const { chat, heard, until } = listen(irc)
  const guest = await irc.asked()
  expect([guest.channel, chat.isConnected]).toEqual(['ada', false])
  guest.join()
  await guest.send('PING :tmi.twitch.tv', chatLine('ada', 'cy', '!left ❤'), chatLine('ada', 'cy', '!aura'), end())
  await until('end')
  expect(chat.isConnected).toBe(true)
  expect(heard).toEqual(['cy: !left ❤', 'cy: !aura', 'last: end'])
  await vi.waitFor(() => expect(irc.sent).toHaveLength(3))
  expect(irc.sent).toEqual([expect.stringMatching(/^NICK justinfan\d+$/), 'JOIN #ada', 'PONG :tmi.twitch.tv'])
})

it('drops what is long, binary, forged, early or for another channel, and reads on', async () => {
  const irc = await start()
  const { heard, dropped, until } = listen(irc)
  const guest = await irc.asked()
  await guest.send(chatLine('ada', 'cy', 'early'))
  guest.join()
  await guest.send(
    'a'.repeat(64 * 1024),
    chatLine('bo', 'cy', '!left'),
    chatLine('ada', 'cy', '!left').replace('!cy', '!bo'),
  )
  await guest.write(Buffer.from([0, 255, 254, 10, 13, 10, 128, 10]))
  await guest.send('FOO bar', ':tmi.twitch.tv NOTICE #ada :slow', '@a=b :tmi.twitch.tv 366 me #ada :End', end())
  await until('end')
  expect(heard).toEqual(['last: end'])
  expect(dropped).toEqual(['malformed', 'too_long', ...Array.from({ length: 5 }, () => 'malformed')])
})

it('reads so many lines in a tenth of a second, and answers one ping in it', async () => {
  const irc = await start()
  const { chat, heard, dropped, time, until } = listen(irc, { linesPerS: 50 })
  const guest = await irc.joined()
  await vi.waitFor(() => expect(chat.isConnected).toBe(true))
  time.ms = 1_000
  const flood = Array.from({ length: 20 }, (_, at) => chatLine('ada', 'cy', `${at}`))
  await guest.send(...flood, 'PING :a', 'PING :b')
  await vi.waitFor(() => expect(dropped).toHaveLength(15))
  expect(heard).toHaveLength(5)
  await vi.waitFor(() => expect(irc.sent.at(-1)).toBe('PONG :a'))
  time.ms = 1_100
  await guest.send('PING :c', end())
  await until('end')
  await vi.waitFor(() => expect(irc.sent.at(-1)).toBe('PONG :c'))
})

it('takes so many bytes a second, and the rest later', async () => {
  const irc = await start()
  const { chat, heard, time } = listen(irc, { bytesPerS: 10_000 })
  const guest = await irc.joined()
  await vi.waitFor(() => expect(chat.isConnected).toBe(true))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const until = async (isDone: () => boolean) => {
    while (!isDone()) await new Promise(setImmediate)
  }
  time.ms = 1_000
  await guest.send(...Array.from({ length: 100 }, () => chatLine('ada', 'cy', 'hello')))
  await until(() => heard.length === 100)
  await guest.send(end())
  vi.advanceTimersByTime(99)
  for (let turns = 0; turns < 100; turns++) await new Promise(setImmediate)
  expect(heard).toHaveLength(100)
  time.ms = 1_100
  vi.advanceTimersByTime(1)
  await until(() => heard.length === 101)
})

it('comes back after a loss, a request to reconnect and a channel that never answers', async () => {
  const irc = await start()
  const { chat, lost, until } = listen(irc)
  const first = await irc.joined()
  await vi.waitFor(() => expect(chat.isConnected).toBe(true))
  first.socket.destroy()
  const second = await irc.joined()
  await second.send('RECONNECT')
  const third = await irc.joined()
  await third.send(end('third'))
  await until('third')
  expect(lost).toHaveLength(2)
})

it('gives up a channel that is not joined in time, and a server that goes silent', async () => {
  const irc = await start()
  const unanswered = listen(irc, { joinMs: 20 })
  await irc.asked()
  await irc.asked()
  expect(unanswered.lost[0]).toBe('the channel was not joined in time')
  unanswered.chat.close()
  const silent = listen(irc, { silentMs: 20 })
  await irc.joined()
  await vi.waitFor(() => expect(silent.lost[0]).toBe('the server went silent'))
})

it('closed, it stays away', async () => {
  const irc = await start()
  const { chat, lost } = listen(irc)
  const guest = await irc.joined()
  const gone = new Promise((resolve) => guest.socket.on('close', resolve))
  chat.close()
  await gone
  expect([chat.isConnected, lost]).toEqual([false, []])
})

it('trusts no certificate that it can’t verify', async () => {
  const irc = await start(selfSigned())
  const { lost } = listen(irc)
  await vi.waitFor(() => expect(lost[0]).toContain('self-signed'))
  expect(irc.sent).toEqual([])
})

it.each(['', 'a b', 'ada\r\nJOIN #bo', 'ÄDA', 'a'.repeat(26)])('%j is no channel', (channel) => {
  const options = { url: 'irc://127.0.0.1:9', channel, limits: LIMITS, elapsedMs: () => 0 }
  const none = () => {}
  expect(() => new TwitchChat({ ...options, onMessage: none, onDropped: none, onLost: none })).toThrow(RangeError)
})

import { expect, it } from 'vitest'
import { chatMessageOf, ircCommandOf } from './irc-message.ts'

const LINE = ':cy!cy@cy.tmi.twitch.tv PRIVMSG #ada :!left : and more'

it('reads a message, with tags and without', () => {
  const message = { channel: 'ada', login: 'cy', text: '!left : and more' }
  expect(chatMessageOf(LINE)).toEqual(message)
  expect(chatMessageOf(`@badges=;color=#FF0000;display-name=Cy ${LINE}`)).toEqual(message)
  expect(chatMessageOf(`@${'a'.repeat(8_000)}=b ${LINE}`)).toEqual(message)
})

it.each([
  [':cy!dee@cy.tmi.twitch.tv PRIVMSG #ada :!left', 'two names'],
  [':cy!cy@cy.evil.example PRIVMSG #ada :!left', 'another host'],
  [':tmi.twitch.tv PRIVMSG #ada :!left', 'a server'],
  ['PRIVMSG #ada :!left', 'no sender'],
  [`:${'c'.repeat(26)}!x@x PRIVMSG #ada :!left`, 'a name that is too long'],
  [':Cy!Cy@Cy.tmi.twitch.tv PRIVMSG #ada :!left', 'capital letters'],
  [':cy!cy@cy.tmi.twitch.tv PRIVMSG #ada,#bo :!left', 'two channels'],
  [':cy!cy@cy.tmi.twitch.tv PRIVMSG ada :!left', 'no channel'],
  [':cy!cy@cy.tmi.twitch.tv PRIVMSG #ada !left', 'no text'],
  [':cy!cy@cy.tmi.twitch.tv PRIVMSG #ada :', 'an empty text'],
  [':cy!cy@cy.tmi.twitch.tv PRIVMSG #ada :!left\0', 'a zero byte'],
  [`:cy!cy@cy.tmi.twitch.tv PRIVMSG #ada :${'a'.repeat(1_001)}`, 'a text that is too long'],
  [`@tags :cy!cy@cy.tmi.twitch.tv NOTICE #ada :${LINE}`, 'a notice that quotes a message'],
  [`:dee!dee@dee.tmi.twitch.tv PRIVMSG #ada\u0085${LINE}`, 'two lines in one'],
])('%j is no message: %s', (line) => {
  expect(chatMessageOf(line)).toBeNull()
})

it('reads commands', () => {
  expect(ircCommandOf(':me!me@me.tmi.twitch.tv JOIN #ada')).toEqual({
    name: 'JOIN',
    sender: 'me!me@me.tmi.twitch.tv',
    params: '#ada',
  })
  expect(ircCommandOf('RECONNECT')).toEqual({ name: 'RECONNECT', sender: '', params: '' })
  expect(ircCommandOf('\u0000\u0001')).toBeNull()
})

import type { Answer } from '@aura/api/calls'
import type { Page } from '@playwright/test'
import { idOf } from '../by-calls.ts'
import { changeAnswer } from '../change-answer.ts'

type Chat = Answer<'GET /api/battles/:id/cheers'>['chats'][number]

/** The longest names of the two platforms. */
const CHANNELS = [
  { provider: 'twitch', channel: 'w'.repeat(25) },
  { provider: 'kick', channel: 'w'.repeat(60) },
] as const

/** Shows the battle's page again, as its challenger sees it with these chats. */
async function withChats(page: Page, chats: readonly Omit<Chat, 'participantId'>[]): Promise<void> {
  const participantId = await idOf(page.request, new URL(page.url()).origin)
  await changeAnswer<{ challenger: object }>(page, /\/api\/battles\/[0-9a-f-]{36}$/, ({ challenger }) => ({
    challengerId: participantId,
    challenger: { ...challenger, id: participantId },
  }))
  await page.route('**/api/battles/*/chats', (route) => route.fulfill({ json: CHANNELS }))
  const cheers = { challenger: 1_234_567, opponent: 98_765, chats: chats.map((chat) => ({ ...chat, participantId })) }
  await page.route('**/api/battles/*/cheers', (route) => route.fulfill({ json: cheers }))
  await page.reload()
  await page.getByRole('button', { name: /^(?:Let|Stop) my Kick chat/ }).scrollIntoViewIfNeeded()
}

export const chatStates = {
  off: (page: Page) => withChats(page, []),
  /** Also while a connection is lost. */
  connecting: (page: Page) =>
    withChats(
      page,
      CHANNELS.map((channel) => ({ ...channel, isConnected: false })),
    ),
  on: (page: Page) =>
    withChats(
      page,
      CHANNELS.map((channel) => ({ ...channel, isConnected: true })),
    ),
}

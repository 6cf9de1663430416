import type { BattleStream } from '@aura/api/calls/battles/battle'
import type { OwnStreams } from '@aura/api/calls/battles/streams'
import type { Page } from '@playwright/test'
import { changeAnswer } from '../change-answer.ts'
import { fakePlayers } from '../players.ts'

const LONG = 'w'.repeat(25)
const TWITCH: BattleStream = { kind: 'twitch', host: 'twitch.tv', id: LONG, text: `twitch.tv/${LONG}` }
const KICK: BattleStream = { kind: 'kick', host: 'kick.com', id: LONG, text: `kick.com/${LONG}` }

/** Shows the battle's page again, with a stream on each side. */
async function withStreams(page: Page): Promise<void> {
  const streams = { challenger: TWITCH, opponent: KICK }
  await changeAnswer(page, /\/api\/battles\/[0-9a-f-]{36}$/, { streams })
  await page.reload()
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .waitFor()
}

const play = (page: Page) =>
  page
    .getByRole('button', { name: /^Play / })
    .first()
    .click()

export const onAir = {
  poster: withStreams,
  async playing(page: Page) {
    await fakePlayers(page.context())
    await withStreams(page)
    await play(page)
    await page.getByText('’s stream is playing.').first().waitFor({ state: 'attached' })
  },
  async failed(page: Page) {
    await page.context().route('https://player.twitch.tv/**', (route) => route.abort())
    await withStreams(page)
    await play(page)
    await page.getByText('The player didn’t load.').first().waitFor()
  },
}

export const hiddenStreams: OwnStreams = {
  stream: TWITCH,
  channels: [TWITCH, KICK],
  hosts: [{ kind: 'hls', host: 'live.example.org' }],
  hiddenReason: 'w'.repeat(200),
}

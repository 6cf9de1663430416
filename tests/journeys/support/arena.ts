import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { freshWallet, joinByCalls } from './by-calls.ts'
import type { ClockServer } from './servers.ts'

export interface Fighter {
  request: APIRequestContext
  id: string
  username: string
}

export async function fighter(
  server: ClockServer,
  request: APIRequestContext,
  username: string,
  purse: { ap?: number; steeze?: number } = { ap: 1_000 },
  wallet = freshWallet(),
): Promise<Fighter> {
  await joinByCalls(request, server.url, username, wallet)
  const { id } = await (await request.get(`${server.url}/api/auth/user`)).json()
  await server.fund(id, purse)
  return { request, id, username }
}

export async function callAs<T>(
  server: ClockServer,
  by: Pick<Fighter, 'request'>,
  path: string,
  data: object = {},
): Promise<T> {
  const headers = { origin: server.url, 'idempotency-key': crypto.randomUUID() }
  const response = await by.request.post(server.url + path, { headers, data })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return (await response.json()) as T
}

interface ChallengeOptions {
  title?: string | undefined
  startsAt: string
  stake?: number
  duration?: 3 | 4 | 5
}

/** Makes a challenge. Returns the battle's id. */
export async function challengeByCalls(
  server: ClockServer,
  by: Fighter,
  to: Pick<Fighter, 'id'>,
  { title, startsAt, stake = 250, duration = 4 }: ChallengeOptions,
): Promise<string> {
  const body = {
    title: title ?? null,
    opponentId: to.id,
    stakeAmount: stake,
    description: '',
    battleDate: startsAt,
    duration,
  }
  return (await callAs<{ id: string }>(server, by, '/api/battles', body)).id
}

export async function scores(page: Page): Promise<{ a: string; b: string; radar: string }> {
  const [a = '', b = ''] = await page.locator('[data-score]').allTextContents()
  const radar =
    (await page
      .locator('#root')
      .getByRole('region', { name: /Radar|Final share/ })
      .getAttribute('aria-label')) ?? ''
  return { a, b, radar }
}

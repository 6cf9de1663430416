import { type APIRequestContext, expect } from '@playwright/test'

export async function idOf(request: APIRequestContext, origin: string): Promise<string> {
  return (await (await request.get(`${origin}/api/auth/user`)).json()).id
}

export async function challengeByCall(
  request: APIRequestContext,
  origin: string,
  { opponentId, battleDate, title = null }: { opponentId: string; battleDate: string; title?: string | null },
): Promise<string> {
  const data = { title, opponentId, stakeAmount: 10, description: '', battleDate, duration: 4 }
  const answer = await request.post(`${origin}/api/battles`, { headers: { origin }, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()).id
}

export async function stepByCall(request: APIRequestContext, origin: string, id: string, step: string): Promise<void> {
  const answer = await request.post(`${origin}/api/battles/${id}/${step}`, { headers: { origin } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

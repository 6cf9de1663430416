import { ORIGIN } from '../test-app.ts'
import type { Actor } from './actors.ts'

export function sentTo({ headers }: { headers: Record<string, unknown> }): string {
  return String(headers.location ?? '')
}

export async function leaveForX(actor: Actor, query: Record<string, string> = {}): Promise<URL> {
  const search = new URLSearchParams(query).toString()
  const reply = await actor.send('GET', `/api/auth/twitter${search ? `?${search}` : ''}`)
  if (reply.status !== 302) throw new Error(`leaving for X answered ${reply.status}`)
  return new URL(sentTo(reply), ORIGIN)
}

export async function consent(atX: URL): Promise<string> {
  const response = await fetch(atX, { redirect: 'manual' })
  const back = new URL(response.headers.get('location') ?? '')
  return `${back.pathname}${back.search}`
}

export async function comeBack(actor: Actor, path: string): Promise<string> {
  return sentTo(await actor.send('GET', path))
}

export async function viaX(actor: Actor, query: Record<string, string> = {}): Promise<string> {
  return comeBack(actor, await consent(await leaveForX(actor, query)))
}

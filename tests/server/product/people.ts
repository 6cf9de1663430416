import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../../../server/src/platform/context.ts'
import { insertSession } from '../../../server/src/platform/session/store.ts'
import { testSettings } from '../test-settings.ts'
import { makePeople } from './arena.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 6

export const LESSONS = readdirSync(join(import.meta.dirname, '../../../content/lessons'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name.replace(/^\d+-/, ''))

export interface Person {
  id: string
  cookie: string
  address: string
}

/** Status and error code, or the fact that there was no response. */
export interface Reply {
  status: number | 'no answer'
  code: string
  body: Record<string, unknown>
}

let made = 0

/** Creates signed-in people with Steeze to give, who have passed the quizzes and labs of all lessons. */
export async function signedIn(ctx: Context, count: number): Promise<Person[]> {
  const parts = Array.from({ length: AT_ONCE }, (_, part) => Math.floor((count + part) / AT_ONCE))
  const ids = (await Promise.all(parts.map((part) => makePeople(ctx, part)))).flat()
  await ctx.db.query(
    `insert into lesson_quizzes (user_id, lesson_id, passed_at)
     select u, l, clock_timestamp() from unnest($1::uuid[]) u cross join unnest($2::text[]) l`,
    [ids, LESSONS],
  )
  await ctx.db.query(
    `insert into lesson_labs (user_id, lesson_id, done_at)
     select u, l, clock_timestamp() from unnest($1::uuid[]) u cross join unnest($2::text[]) l`,
    [ids, LESSONS],
  )
  return signIn(ctx, ids)
}

/** Creates a session for each of these people. */
export function signIn(ctx: Context, ids: readonly string[]): Promise<Person[]> {
  return ctx.db.tx(async (tx) => {
    const people: Person[] = []
    for (const id of ids) {
      const token = randomBytes(32).toString('base64url')
      const tokenHash = createHash('sha256').update(token).digest()
      await insertSession(tx, { tokenHash, userId: id, userAgent: 'product', now: null, lifeMs: DAY_MS, maxMs: DAY_MS })
      made++
      const address = `10.${(made >> 16) & 255}.${(made >> 8) & 255}.${made & 255}`
      people.push({ id, cookie: `aura_session=${token}; aura_signed_in=1`, address })
    }
    return people
  })
}

const PROXY_MS = 35_000

export interface Sent {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  key?: string
}

/** Sends a request as a browser would. Never throws. */
export async function send(port: number, person: Person, { method, path, body, key }: Sent): Promise<Reply> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        origin: testSettings.origin,
        cookie: person.cookie,
        'x-forwarded-for': person.address,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(PROXY_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    // A proxy's own responses have no body.
    const read = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
    return { status: response.status, code: response.ok ? '' : String(read.code ?? ''), body: read }
  } catch (error) {
    return { status: 'no answer', code: reasonOf(error), body: {} }
  }
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as Error
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? name
}

/** Returns whether a page shows this as final and offers no retry. */
const isDecided = ({ status, code }: Reply) =>
  status !== 'no answer' && status < 500 && status !== 429 && code !== 'REQUEST_RUNNING'

/** Retries with the same key until decided. Calls `hear` with every reply. */
export async function insist(
  portNow: () => number,
  person: Person,
  sent: Sent,
  { hear, retryMs, withinMs }: { hear: (reply: Reply) => void; retryMs: () => number; withinMs: number },
): Promise<Reply> {
  const untilMs = performance.now() + withinMs
  for (;;) {
    const reply = await send(portNow(), person, sent)
    hear(reply)
    if (isDecided(reply)) return reply
    if (performance.now() > untilMs)
      throw new Error(`${sent.method} ${sent.path} was not decided: ${reply.status} ${reply.code}`)
    await pause(retryMs())
  }
}

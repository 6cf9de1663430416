import { randomBytes } from 'node:crypto'
import { Id } from '@aura/api/shapes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readBattles, readScheduled, readScheduledBattle } from '#features/battles'
import { findUnmutedFollowedIds } from '#features/follows'
import { catalogueOf } from '#features/lessons'
import { findCurrentUsername } from '#features/profile'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { sharedReads } from '#platform/shared-reads'
import { deleteToken, findOwner, findToken, replaceToken } from './address-store.ts'
import { type AtomEntry, atomText } from './atom-text.ts'
import { type CalendarBattle, calendarText, resultOf, ruleOf, titleOf } from './calendar-text.ts'

const FRESH_S = 60
/** As long as a UUID, which nobody guesses. */
const TOKEN_BYTES = 16
const TOKEN_LETTERS = 22
/** Entries of a feed, newest first. */
const MAX_ENTRIES = 50

const PrivateQuery = z.object({ token: z.string().length(TOKEN_LETTERS).optional().catch(undefined) })

const privatePath = (token: string | null) => ({ path: token === null ? null : `/calendar.ics?token=${token}` })

/** Registers the calls, and addresses outside the API contract, which only calendar programs and feed readers request. */
export function calendarRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/calendar', async ({ userId }) => privatePath(await findToken(ctx.db, userId)))

  route(app, ctx, 'PUT /api/calendar', async ({ userId }) => {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    return privatePath(await replaceToken(ctx.db, { userId, token, now: ctx.clock.sqlNow() }))
  })

  route(app, ctx, 'DELETE /api/calendar', async ({ userId }) => {
    await deleteToken(ctx.db, userId)
    return privatePath(null)
  })

  const { origin } = ctx.settings
  const hidden = { onRequest: app.countRequest.read, compress: {}, schema: { hide: true } }
  const heavily = <T>({ ip }: FastifyRequest, read: () => Promise<T>) => app.gates.heavy.pass(ip, read)
  const send = (reply: FastifyReply, type: string, text: string, cache: 'public' | 'private' = 'public') =>
    reply.type(`${type}; charset=utf-8`).header('cache-control', `${cache}, max-age=${FRESH_S}`).send(text)
  const calendar = async (name: string, path: string, battles: readonly CalendarBattle[]) =>
    calendarText(battles, { name, origin, path, stampedAt: await databaseTime(ctx.db, ctx.clock) })

  const everyBattle = sharedReads({ ms: ctx.limits.publicCacheMs }, async () =>
    calendar('Battles on Aura', '/battles.ics', await readScheduled(ctx, 'all')),
  )
  app.get('/battles.ics', hidden, async (request, reply) =>
    send(reply, 'text/calendar', await heavily(request, () => everyBattle(''))),
  )

  app.get<{ Params: { id: string } }>('/battles/:id/battle.ics', hidden, async (request, reply) => {
    const id = Id.safeParse(request.params.id).data
    const battle = id === undefined ? undefined : await heavily(request, () => readScheduledBattle(ctx, id))
    if (!battle) throw new AppError('NOT_FOUND')
    reply.header('content-disposition', 'attachment; filename="battle.ics"')
    return send(reply, 'text/calendar', await calendar(titleOf(battle), `/battles/${id}/battle.ics`, [battle]))
  })

  app.get<{ Params: { id: string } }>('/user/:id/battles.ics', hidden, async (request, reply) => {
    const id = Id.safeParse(request.params.id).data
    const username = id === undefined ? undefined : await findCurrentUsername(ctx.db, id)
    if (id === undefined || username === undefined) throw new AppError('NOT_FOUND')
    const battles = await heavily(request, () => readScheduled(ctx, { userIds: [id], ownerId: null }))
    const text = await calendar(`Battles of ${username} on Aura`, `/user/${id}/battles.ics`, battles)
    return send(reply, 'text/calendar', text)
  })

  // The token is a parameter, since requests are logged without those.
  app.get('/calendar.ics', hidden, async (request, reply) => {
    const { token } = PrivateQuery.parse(request.query)
    const userId = token === undefined ? undefined : await findOwner(ctx.db, token)
    if (userId === undefined) throw new AppError('NOT_FOUND')
    const battles = await heavily(request, async () =>
      readScheduled(ctx, { userIds: [userId, ...(await findUnmutedFollowedIds(ctx.db, userId))], ownerId: userId }),
    )
    return send(reply, 'text/calendar', await calendar('My battles on Aura', '/calendar.ics', battles), 'private')
  })

  const feed = (path: string, page: { title: string; pagePath: string }, read: () => Promise<AtomEntry[]>) => {
    const text = sharedReads({ ms: ctx.limits.publicCacheMs }, async () => {
      const emptyAt = (await databaseTime(ctx.db, ctx.clock)).toISOString()
      return atomText(await read(), { ...page, origin, path, emptyAt })
    })
    app.get(path, hidden, async (request, reply) =>
      send(reply, 'application/atom+xml', await heavily(request, () => text(''))),
    )
  }
  feed('/battles.atom', { title: 'Battles on Aura', pagePath: '/battles' }, () => battleEntries(ctx))
  feed('/lessons.atom', { title: 'Lessons on Aura', pagePath: '/lessons' }, () => lessonEntries(ctx))
}

/** Returns live battles and the results of the last ones. */
async function battleEntries(ctx: Context): Promise<AtomEntry[]> {
  const live = await readBattles(ctx, undefined, { view: 'live', limit: MAX_ENTRIES })
  const completed = await readBattles(ctx, undefined, { view: 'completed', limit: MAX_ENTRIES })
  return [...live, ...completed].slice(0, MAX_ENTRIES).map((battle) => ({
    path: `/battles/${battle.id}`,
    title: battle.status === 'active' ? `Live: ${titleOf(battle)}` : titleOf(battle),
    summary: resultOf(battle) ?? ruleOf(battle),
    updatedAt: battle.status === 'active' ? battle.battleStartsAt : battle.endsAt,
  }))
}

/** Returns the lessons whose sources were read last. */
async function lessonEntries(ctx: Context): Promise<AtomEntry[]> {
  const catalogue = await catalogueOf(ctx.settings.lessonsDir)
  const dated = [...catalogue.values()].flatMap(({ id, title, keyTakeaways, sources }) => {
    const day = sources
      .flatMap(({ checkedOn }) => checkedOn ?? [])
      .toSorted()
      .at(-1)
    return day === undefined
      ? []
      : { path: `/lessons/${id}`, title, summary: keyTakeaways.join(' '), updatedAt: `${day}T00:00:00Z` }
  })
  return dated.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt)).slice(0, MAX_ENTRIES)
}

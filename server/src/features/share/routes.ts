import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readImage } from '#features/images'
import { findUsername } from '#features/profile'
import { recapOf } from '#features/recap'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { isKnownTo } from '#platform/http/is-known-to'
import { sharedReads } from '#platform/shared-reads'
import { within } from '#platform/within'
import { badgeSvg } from './badge.ts'
import { battlePicture, wordsOf } from './battle-picture.ts'
import { battleImage, publicBattleReader } from './battle-tags.ts'
import { openDrawings } from './drawings.ts'
import { embeddableBattle, OembedQuery, oembedOf } from './oembed.ts'
import { profilePicture, profileReader } from './profile-tags.ts'
import { recapPicture } from './recap-picture.ts'
import { HOME_PICTURE, photosOf, type SharePicture, upright, versionOf } from './share-image.ts'
import { robotsText, sitemapPaths, sitemapXml } from './sitemap.ts'

const STORE_MS = 3_000

const isDay = (text: string): boolean => z.iso.date().safeParse(text).success

const FRESH_S = 60
const BADGE_FRESH_S = 5 * 60
/** Cache time of the sitemap, which is read rarely and may be a little old. */
const SITEMAP_MS = 10 * 60_000

/** Returns the bytes without copying them, since `drawings` keeps them. */
const sharing = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)

/** Registers addresses outside the API contract, because only link previews request them. */
export function shareRoutes(app: FastifyInstance, ctx: Context, features: readonly Feature[]): void {
  const drawings = openDrawings(ctx.limits.drawings, ctx.clock)
  app.addHook('onClose', () => drawings.close())

  /** Leaves out photos that the store doesn't give in time: a picture with a letter is better than none. */
  const readPhotos = (picture: SharePicture) => async () => {
    const photos: Record<string, Uint8Array> = {}
    const read = photosOf(picture).map(async (url) => {
      const bytes = await readImage(ctx, url)
      if (bytes) photos[url] = bytes
    })
    await within(STORE_MS, Promise.allSettled(read))
    return { ...photos }
  }
  // Text on a picture can't be pressed: people type the host, and find the person or battle by its name.
  const link = new URL(ctx.settings.origin).host
  const shaped = (picture: Exclude<SharePicture, { of: 'home' }>, ending: string | undefined): SharePicture =>
    ending === undefined ? picture : upright(picture, link)
  const hidden = { onRequest: app.countRequest.read, compress: {}, schema: { hide: true } }
  const send = async (request: FastifyRequest, reply: FastifyReply, picture: SharePicture) => {
    const version = versionOf(picture)
    const etag = `"${version}"`
    reply.header('etag', etag).header('cache-control', `public, max-age=${FRESH_S}`)
    // A browser uses the header of a 304, too.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    if (isKnownTo(request, etag)) return reply.status(304).send()
    return reply
      .type('image/jpeg')
      .send(sharing(await drawings.draw({ ip: request.ip }, version, picture, readPhotos(picture))))
  }
  const serve = (folder: string, find: (id: string) => Promise<Exclude<SharePicture, { of: 'home' }> | null>) =>
    app.get<{ Params: { file: string } }>(`/share/${folder}/:file`, hidden, async (request, reply) => {
      const [, id, isUpright, ending] = /^([0-9a-f-]{36})(-upright)?\.(jpg|png)$/.exec(request.params.file) ?? []
      if (ending === 'png') return reply.redirect(`/share/${folder}/${id}.jpg`, 308)
      const picture = id === undefined ? null : await find(id)
      if (!picture) throw new AppError('NOT_FOUND')
      return send(request, reply, shaped(picture, isUpright))
    })
  app.get('/share/home.jpg', hidden, (request, reply) => send(request, reply, HOME_PICTURE))

  const { origin } = ctx.settings
  const sitemap = sharedReads({ ms: SITEMAP_MS }, async () => sitemapXml(origin, await sitemapPaths(ctx)))
  app.get('/sitemap.xml', hidden, async (request, reply) => {
    const text = await app.gates.heavy.pass(request.ip, () => sitemap(''))
    return reply.type('application/xml; charset=utf-8').header('cache-control', `public, max-age=${FRESH_S}`).send(text)
  })
  app.get('/robots.txt', hidden, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsText(origin)),
  )

  const readBattle = publicBattleReader(ctx)
  serve('battles', async (id) => {
    const battle = await readBattle(id)
    return battle && battlePicture(battle)
  })
  app.get('/share/oembed', hidden, async (request, reply) => {
    const query = OembedQuery.safeParse(request.query)
    if (!query.success) throw new AppError('INVALID_REQUEST')
    const { url, format, ...size } = query.data
    // See section 2.3.4 of https://oembed.com.
    if (format !== 'json') return reply.status(501).type('text/plain; charset=utf-8').send('Only JSON is available.')
    const id = embeddableBattle(url, origin)
    const battle = id === undefined ? null : await app.gates.light.pass(request.ip, () => readBattle(id))
    if (!battle) throw new AppError('NOT_FOUND')
    reply.header('cache-control', `public, max-age=${FRESH_S}`).header('cross-origin-resource-policy', 'cross-origin')
    return oembedOf(battle, { title: wordsOf(battle).title, image: battleImage(battle) }, { ...size, origin })
  })
  const readProfile = profileReader(ctx, features)
  serve('profiles', async (id) => {
    const profile = await readProfile(id)
    return profile && profilePicture(profile, features)
  })

  app.get<{ Params: { file: string } }>('/badge/:file', hidden, async (request, reply) => {
    const [, username] = /^(\w{1,40})\.svg$/.exec(request.params.file.toLowerCase()) ?? []
    const person = username === undefined ? undefined : await findUsername(ctx.db, username)
    const profile = person && (await app.gates.light.pass(request.ip, () => readProfile(person.id)))
    if (!profile) throw new AppError('NOT_FOUND')
    const svg = badgeSvg(profile)
    const etag = `"${createHash('sha256').update(svg).digest('hex').slice(0, 16)}"`
    reply.header('etag', etag).header('cache-control', `public, max-age=${BADGE_FRESH_S}`)
    reply.header('cross-origin-resource-policy', 'cross-origin')
    if (isKnownTo(request, etag)) return reply.status(304).send()
    return reply.type('image/svg+xml; charset=utf-8').send(svg)
  })

  // A recap is private, so it needs a session and stays out of shared caches.
  app.get<{ Params: { file: string } }>('/share/recaps/:file', hidden, async (request, reply) => {
    const session = await app.resolveSession(request, reply)
    if (!session) throw new AppError('UNAUTHORIZED')
    const { userId, restriction } = session
    if (restriction !== null) throw await app.accessRules.refusal(userId, restriction)
    const [, monday, isUpright] = /^(\d{4}-\d\d-\d\d)(-upright)?\.jpg$/.exec(request.params.file) ?? []
    if (monday === undefined || !isDay(monday)) throw new AppError('NOT_FOUND')
    const found = await app.gates.heavy.pass(request.ip, async () => {
      const [recap, profile] = [await recapOf(ctx, features, { userId, monday }), await readProfile(userId)]
      return profile && recapPicture(recap, profile)
    })
    if (!found) throw new AppError('NOT_FOUND')
    const picture = shaped(found, isUpright)
    const viewer = { ip: request.ip, userId }
    const jpeg = await drawings.draw(viewer, versionOf(picture), picture, readPhotos(picture))
    return reply.type('image/jpeg').header('cache-control', 'private, no-store').send(sharing(jpeg))
  })
}

import type { FastifyInstance } from 'fastify'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { battlePicture } from './battle-picture.ts'
import { publicBattleReader } from './battle-tags.ts'
import { openDrawings } from './drawings.ts'
import { profilePicture, profileReader } from './profile-tags.ts'
import { type SharePicture, versionOf } from './share-image.ts'

const FRESH_S = 60

/** Outside the API contract: only link previews request them. */
export function shareRoutes(app: FastifyInstance, ctx: Context): void {
  const drawings = openDrawings()
  app.addHook('onClose', () => drawings.close())

  const serve = (folder: string, find: (id: string) => Promise<SharePicture | null>) =>
    app.get<{ Params: { file: string } }>(
      `/share/${folder}/:file`,
      { onRequest: app.countRequest.read, schema: { hide: true } },
      async (request, reply) => {
        const [, id] = /^([0-9a-f-]{36})\.png$/.exec(request.params.file) ?? []
        const picture = id === undefined ? null : await find(id)
        if (!picture) throw new AppError('NOT_FOUND')
        const version = versionOf(picture)
        reply.header('etag', `"${version}"`).header('cache-control', `public, max-age=${FRESH_S}`)
        if (request.headers['if-none-match'] === `"${version}"`) return reply.status(304).send()
        reply.header('cross-origin-resource-policy', 'cross-origin').type('image/png')
        const draw = () => drawings.draw(version, picture)
        return reply.send(Buffer.from(await app.gates.heavy.pass(request.ip, draw)))
      },
    )

  const readBattle = publicBattleReader(ctx)
  serve('battles', async (id) => {
    const battle = await readBattle(id)
    return battle && battlePicture(battle)
  })
  const readProfile = profileReader(ctx)
  serve('profiles', async (id) => {
    const profile = await readProfile(id)
    return profile && profilePicture(profile)
  })
}

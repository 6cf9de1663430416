import { PROFILE_IMAGE } from '@aura/api/profile-image'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { type Charge, FairGate } from '#platform/http/fair-gate'
import { route } from '#platform/http/route'
import { isImageFile } from './image-name.ts'
import { giveUpImage, keepImage } from './keep-image.ts'
import { readUpload, refuseLongUpload } from './read-upload.ts'

const ONE_YEAR_S = 31_536_000

export async function imagesRoutes(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(async (scope) => uploadRoute(scope, ctx))

  route(app, ctx, 'DELETE /api/user/profile-image', async ({ userId }) => {
    await ctx.db.tx((tx) => giveUpImage(ctx, tx, userId))
    ctx.live.changed(`user:${userId}`)
    return { ok: true as const }
  })

  // The route is outside the API, because browsers load it like any image.
  app.get<{ Params: { file: string } }>(
    '/images/:file',
    { onRequest: app.countRequest.read, schema: { hide: true } },
    async ({ params }, reply) => {
      const bytes = isImageFile(params.file) ? await ctx.images.files.get(params.file) : null
      if (!bytes) throw new AppError('NOT_FOUND')
      reply.header('cache-control', `public, max-age=${ONE_YEAR_S}, immutable`).type('image/webp')
      return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    },
  )
}

/** Registers the upload in a scope of its own, because no other call accepts forms. */
async function uploadRoute(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: PROFILE_IMAGE.maxBytes, files: 1, fields: 5, fieldSize: 1_000, parts: 6, headerPairs: 20 },
  })
  // Other content types get "image missing", not "expected JSON".
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
  const gate = new FairGate(ctx.limits.uploads, { clock: ctx.clock, busy: 'IMAGE_BUSY' })
  const uploading = new Set<string>()

  route(app, ctx, 'POST /api/user/upload-profile-image', async ({ userId, request }) => {
    refuseLongUpload(request)
    if (uploading.has(userId)) throw new AppError('IMAGE_UPLOADING')
    uploading.add(userId)
    // Those that wait are not read yet, which bounds memory.
    const image = async (charge: Charge) => keepImage(ctx, userId, await readUpload(request), charge)
    try {
      return { profileImageUrl: await gate.pass(request.ip, image, userId) }
    } finally {
      uploading.delete(userId)
    }
  })
}

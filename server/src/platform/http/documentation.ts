import { openApiDocument } from '@aura/api/openapi'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** The API, browsable at /api/docs and as OpenAPI 3.1 at /api/docs/json. */
export async function registerDocumentation(app: FastifyInstance, ctx: Context): Promise<void> {
  const document = openApiDocument(ctx.settings.origin)
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    // The viewer is somebody else's code and not written for Trusted Types; the rest of the policy holds for it too.
    transformStaticCSP: (header) => header.replace(/;?\s*require-trusted-types-for[^;]*/, ''),
  })
}

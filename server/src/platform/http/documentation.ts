import { openApiDocument } from '@aura/api/openapi'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { VIEWER_POLICY } from './security-headers.ts'

/** The API, browsable at /api/docs and as OpenAPI 3.1 at /api/docs/json. */
export async function registerDocumentation(app: FastifyInstance, ctx: Context): Promise<void> {
  const document = openApiDocument(ctx.settings.origin)
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Without the bar on top, whose logo brings a style of its own, all of it gets along with our policy.
    uiConfig: { layout: 'BaseLayout' },
    staticCSP: VIEWER_POLICY,
  })
}

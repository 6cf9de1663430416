import { openApiDocument } from '@aura/api/contract/openapi'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { VIEWER_POLICY } from './security/security-headers.ts'

export async function registerDocumentation(app: FastifyInstance, ctx: Context): Promise<void> {
  const document = openApiDocument(ctx.settings.origin)
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The top bar's logo has an inline style, which our policy forbids; everything else complies.
    uiConfig: { layout: 'BaseLayout' },
    staticCSP: VIEWER_POLICY,
  })
}

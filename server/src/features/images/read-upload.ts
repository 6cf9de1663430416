import { PROFILE_IMAGE } from '@aura/api/profile-image'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#platform/app-error'

/** Bytes of the form around the file. */
const FORM_BYTES = 16 * 1024

/** Refuses an upload by its declared length, before a byte is read. */
export function refuseLongUpload(request: FastifyRequest): void {
  if (Number(request.headers['content-length'] ?? 0) > PROFILE_IMAGE.maxBytes + FORM_BYTES) {
    throw new AppError('IMAGE_TOO_LARGE')
  }
}

/** Returns the upload, at most 5 MB, in memory. Throws IMAGE_MISSING or IMAGE_TOO_LARGE. */
export async function readUpload(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) throw new AppError('IMAGE_MISSING')
  // The loop below would wait forever for the end of a request that was already closed.
  if (request.raw.destroyed) throw new AppError('IMAGE_MISSING')
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      const bytes = await part.toBuffer()
      if (part.fieldname === PROFILE_IMAGE.field && bytes.length > 0) return bytes
    }
  } catch (error) {
    throw refusalOf(error)
  } finally {
    // Drains the rest, so that the response arrives and the connection can be reused.
    request.raw.resume()
  }
  throw new AppError('IMAGE_MISSING')
}

function refusalOf(error: unknown): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('IMAGE_TOO_LARGE')
  const isOfForm = statusCode !== undefined || code === undefined
  return isOfForm && !(error instanceof AppError) ? new AppError('IMAGE_MISSING') : error
}

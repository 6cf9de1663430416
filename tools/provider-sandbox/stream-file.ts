import { createReadStream } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '/stream/loop.m3u8': 'application/vnd.apple.mpegurl',
  '/stream/init.mp4': 'video/mp4',
  '/stream/loop0.m4s': 'video/iso.segment',
}

/** Sends a file of the demo's stream, which any page may read. Returns false for other paths. */
export function sendStreamFile(path: string, response: ServerResponse): boolean {
  const type = TYPES[path]
  if (type === undefined) return false
  response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
  createReadStream(join(import.meta.dirname, path)).pipe(response)
  return true
}

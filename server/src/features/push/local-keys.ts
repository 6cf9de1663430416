import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import webpush from 'web-push'
import { createFile } from '#platform/create-file'

/** Creates the VAPID keys on first use. Subscribed browsers identify this server by them. */
export async function localPushKeys(folder: string): Promise<{ publicKey: string; privateKey: string }> {
  const path = join(folder, 'push-keys.json')
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Written completely or not at all, since this server may be stopped here, and another one may be starting in this
  // folder.
  createFile(path, JSON.stringify(webpush.generateVAPIDKeys()), { mode: 0o600 })
  return JSON.parse(await readFile(path, 'utf8'))
}

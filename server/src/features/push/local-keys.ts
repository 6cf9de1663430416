import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import webpush from 'web-push'

/** Creates the VAPID keys on first use. Subscribed browsers identify this server by them. */
export async function localPushKeys(folder: string): Promise<{ publicKey: string; privateKey: string }> {
  const path = join(folder, 'push-keys.json')
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const keys = webpush.generateVAPIDKeys()
  await mkdir(folder, { recursive: true })
  await writeFile(path, JSON.stringify(keys), { mode: 0o600 })
  return keys
}

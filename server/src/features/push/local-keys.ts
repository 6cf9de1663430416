import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
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
  await mkdir(folder, { recursive: true })
  const draft = `${path}.${process.pid}`
  await writeFile(draft, JSON.stringify(webpush.generateVAPIDKeys()), { mode: 0o600 })
  try {
    // Complete, or not at all: a server may be stopped here, and another one may be starting in this folder.
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return JSON.parse(await readFile(path, 'utf8'))
}

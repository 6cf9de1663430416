import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { OperatorError } from '../operator-error.ts'
import type { Manifest } from './manifest.ts'

/**
 * Only one process can open the embedded database, so a running server writes backups for `npm run backup`, which asks
 * through a socket in DATA_DIR that its owner alone can open.
 */
const doorOf = (dataDir: string): string => join(dataDir, 'backup.sock')

type Reply = { manifest: Manifest } | { fault: string }

/** Returns a function that closes it. Where sockets can't be files there is none, and backups need the server stopped. */
export function openBackupDoor(dataDir: string, write: (folder: string) => Promise<Manifest>): () => Promise<void> {
  const door = doorOf(dataDir)
  // Left by a process that was killed: the database's lock says that it is gone.
  rmSync(door, { force: true })
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => open.delete(socket))
    createInterface({ input: socket }).once('line', async (folder) => {
      const reply: Reply = await write(folder).then(
        (manifest) => ({ manifest }),
        (error: Error) => ({ fault: error.message }),
      )
      socket.end(`${JSON.stringify(reply)}\n`)
    })
  })
  server.on('error', () => {})
  server.listen(door, () => chmodSync(door, 0o600))
  return async () => {
    for (const socket of open) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

/** Asks the server that holds the embedded database. Returns null if none listens; throws what the backup threw. */
export async function askForBackup(dataDir: string, folder: string): Promise<Manifest | null> {
  const socket = connect(doorOf(dataDir))
  try {
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  } catch {
    return null
  }
  socket.write(`${folder}\n`)
  let text = ''
  for await (const part of socket) text += part
  if (text === '') throw new OperatorError('Aura stopped before the backup was complete. Try again.')
  const reply = JSON.parse(text) as Reply
  if ('fault' in reply) throw new OperatorError(reply.fault)
  return reply.manifest
}

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

/**
 * Returns a function that closes it and interrupts the backups it began. Where sockets can't be files there is none, and
 * backups need the server stopped. A backup whose asker is gone is interrupted, too.
 */
export function openBackupDoor(
  dataDir: string,
  write: (folder: string, signal: AbortSignal) => Promise<Manifest>,
): () => Promise<void> {
  const door = doorOf(dataDir)
  // Left by a process that was killed: the database's lock says that it is gone.
  rmSync(door, { force: true })
  const open = new Set<Socket>()
  const running = new Set<Promise<Reply>>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    const gone = new AbortController()
    socket.once('close', () => {
      open.delete(socket)
      gone.abort()
    })
    const lines = createInterface({ input: socket })
    lines.once('line', async (folder) => {
      lines.once('line', () => gone.abort())
      const writing: Promise<Reply> = write(folder, gone.signal).then(
        (manifest) => ({ manifest }),
        (error: Error) => ({ fault: error.message }),
      )
      running.add(writing)
      const reply = await writing
      running.delete(writing)
      socket.end(`${JSON.stringify(reply)}\n`)
    })
  })
  server.on('error', () => {})
  server.listen(door, () => chmodSync(door, 0o600))
  return async () => {
    for (const socket of open) socket.destroy()
    await Promise.all(running)
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

/**
 * Asks the server that holds the embedded database. Returns null if none listens; throws what the backup threw. Once
 * `signal` is aborted the server interrupts it.
 */
export async function askForBackup(dataDir: string, folder: string, signal: AbortSignal): Promise<Manifest | null> {
  const socket = connect(doorOf(dataDir))
  try {
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  } catch {
    return null
  }
  socket.write(`${folder}\n`)
  const stop = () => socket.write('stop\n')
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop)
  let text = ''
  for await (const part of socket) text += part
  if (text === '') throw new OperatorError('Aura stopped before the backup was complete. Try again.')
  const reply = JSON.parse(text) as Reply
  if ('fault' in reply) throw new OperatorError(reply.fault)
  return reply.manifest
}

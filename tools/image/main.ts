/**
 * `npm run test:all -- image`: builds deploy/Containerfile and runs it as compose.yaml does, with PostgreSQL and Caddy beside it.
 * AURA_IMAGE_BASE names a base with Node 24 and npm; without it one is made by debootstrap.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { reachableTempFolder } from '../postgres/postgres-files.ts'
import { onStopRequest } from '../processes/signals.ts'
import { debianBase } from './base.ts'
import { buildImage } from './build.ts'
import { checkImage } from './check-image.ts'
import { checkServing } from './check-serving.ts'
import { Checks } from './checks.ts'
import { openEngine, whyNot } from './engine.ts'
import { startStack } from './stack.ts'

const root = join(import.meta.dirname, '../..')
// Runs the exit handlers, which end what was started.
onStopRequest(
  () => process.exit(130),
  () => process.exit(130),
)

async function main(checks: Checks): Promise<void> {
  const kept = join(root, '.artifacts/image')
  const engine = openEngine(kept)
  const base = process.env.AURA_IMAGE_BASE || (await debianBase(engine, kept))
  const image = process.env.AURA_IMAGE || (await buildImage(engine, base))
  await checkImage(checks, engine, image)
  const folder = mkdtempSync(join(reachableTempFolder(), 'aura-image-'))
  // PostgreSQL and the server have users of their own.
  chmodSync(folder, 0o755)
  try {
    const stack = await startStack(folder)
    try {
      await checkServing(checks, engine, image, stack)
    } finally {
      await stack.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const reason = whyNot()
if (reason) process.stdout.write(`The image: not tested, ${reason}\n`)
else {
  const checks = new Checks()
  await main(checks)
  checks.close()
}

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { updateIsAdmin } from '../../../server/src/features/profile/index.ts'
import type { Db } from '../../../server/src/platform/db/db.ts'
import { type Actor, newcomer } from '../actors/actors.ts'
import { challenge, creator, gift, giver, liveBattle } from '../actors/battles.ts'
import { learn } from '../actors/learning.ts'
import { follow } from '../chain/chain.ts'
import { testApp } from '../test-app.ts'
import type { FuzzWorld } from './raw-fuzz.ts'

export interface FuzzTarget {
  port: number
  world: FuzzWorld
  close(): Promise<void>
}

const cookieOf = (actor: Actor) => [...actor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Opens a server with users, battles and a web app that listens on loopback without rate limits. */
export async function openFuzzTarget(openDb?: () => Promise<Db>): Promise<FuzzTarget> {
  const webDir = await mkdtemp(join(tmpdir(), 'aura-fuzz-'))
  await mkdir(join(webDir, 'assets'))
  for (const page of ['index.html', 'framed.html'])
    await writeFile(join(webDir, page), '<!doctype html><title>Aura</title>')
  await writeFile(join(webDir, 'assets/main-1a2b3c.js'), 'main()')
  const test = await testApp({ settings: { webDir }, ...(openDb && { openDb }) })
  const [ada, admin] = [await newcomer(test), await creator(test)]
  await updateIsAdmin(test.ctx.db, admin.id, true)
  await learn(ada)
  await follow(test)
  const [from, to] = [await creator(test), await creator(test)]
  const { id: pending } = await challenge(from, to.id, { stakeAmount: 10, battleDate: '2026-03-20T16:00:00.000Z' })
  const live = await liveBattle(test)
  await gift(await giver(test), live.id, live.ada.id, 5)
  await test.app.listen({ host: '127.0.0.1', port: 0 })
  return {
    port: (test.app.server.address() as AddressInfo).port,
    world: {
      host: new URL(test.ctx.settings.origin).host,
      origin: test.ctx.settings.origin,
      cookies: [ada, admin, from, to].map(cookieOf),
      ids: [(await ada.me()).id, from.id, pending, live.id],
    },
    async close() {
      test.app.server.closeAllConnections()
      await test.close()
      await rm(webDir, { recursive: true, force: true })
    },
  }
}

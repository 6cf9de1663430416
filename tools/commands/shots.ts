/**
 * `npm run shots`: compares every component with its visual baseline. `--accept` updates the baselines of this
 * system and Chromium.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { findBrowser } from '../browser.ts'
import { buildWeb } from '../build/web-build.ts'
import { packageBin } from '../processes/package-bin.ts'
import { runNode } from '../processes/run-command.ts'
import { onStopRequest } from '../processes/signals.ts'

const LIMIT_MS = 20 * 60_000
const root = join(import.meta.dirname, '../..')
const shots = join(root, 'tests/journeys/shots')
const accept = process.argv.includes('--accept')
const stopped = () => process.exit(130)
onStopRequest(stopped, stopped)

console.log('Building the web app …')
const build = await buildWeb(root)
if (build.state === 'failed') {
  console.error(build.output)
  process.exit(1)
}
const { executablePath, args } = await findBrowser('shell')
console.log(accept ? 'Taking new pictures …' : 'Taking pictures and comparing them …')
const update = accept ? ['--grep', 'looks as it did', '--update-snapshots=changed'] : []
const test = ['test', 'design.spec.ts', '--reporter=list', ...update]
const result = await runNode([packageBin('@playwright/test', 'playwright'), ...test], {
  cwd: root,
  env: { AURA_BROWSER: executablePath, AURA_BROWSER_ARGS: JSON.stringify(args) },
  limitMs: LIMIT_MS,
})
if (!accept || !result.ok) console.log(result.output)
if (accept && result.ok) {
  await shrink()
  console.log('The baselines are in tests/journeys/shots. Look at what changed, then commit them.')
} else if (!result.ok) {
  console.log('Expected, actual and difference of every picture are in .artifacts/journeys.')
  console.log('Is it meant to look like that?  npm run shots -- --accept')
}
process.exitCode = result.ok ? 0 : 1

/** Brings pictures down to 256 colours, a third of the size: similar ones merge by less than the comparison notices. */
async function shrink(): Promise<void> {
  const folders = existsSync(shots) ? readdirSync(shots) : []
  for (const file of folders.flatMap((folder) => readdirSync(join(shots, folder)).map((name) => join(folder, name)))) {
    const png = readFileSync(join(shots, file))
    const smaller = await sharp(png).png({ palette: true, dither: 0, effort: 10 }).toBuffer()
    if (smaller.length < png.length) writeFileSync(join(shots, file), smaller)
  }
}

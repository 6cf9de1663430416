/** `npm test -- browsers`: walks the README's ten minutes in every other browser that is installed. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomFreePort } from '../../tools/processes/free-port.ts'
import { type Driver, NotInstalled } from './driver.ts'
import { openFirefox } from './firefox.ts'
import { README_TOUR } from './readme-tour.ts'
import { Tab } from './tab.ts'
import { openWebkit } from './webkit.ts'

const root = join(import.meta.dirname, '../..')
const pictures = join(root, '.artifacts/browsers')
const DESKTOP = { width: 1_440, height: 900 }
const BROWSERS = { Firefox: openFirefox, WebKit: openWebkit }

const say = (line: string) => process.stdout.write(`${line}\n`)

let passed = 0
let failed = 0

/** `npm start` with data of its own. */
async function startDemo(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'aura-browsers-'))
  const port = String(await randomFreePort())
  const env = { ...process.env, PORT: port, DATA_DIR: dataDir }
  const child = spawn(process.execPath, [join(root, 'tools/commands/start.ts')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', (data) => {
      output += data
    })
    child.stdout?.on('data', (data) => {
      output += data
      const found = /Aura is running: (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)))
  })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function walk(driver: Driver, url: string): Promise<void> {
  const tab = new Tab(driver)
  for (const [index, leg] of README_TOUR.entries()) {
    const picture = join(pictures, `${driver.name.split(' ')[0]}-${String(index + 1).padStart(2, '0')}.png`)
    try {
      await leg.walk(tab, url)
      const faults = [...driver.faults(), ...(await tab.layoutFaults())]
      if (faults.length > 0) throw new Error(faults.join('\n'))
      passed += 1
      say(`  ✓ ${leg.title}`)
    } catch (error) {
      failed += 1
      say(`  ✗ ${leg.title}: ${(error as Error).message}\n    ${picture}`)
      return
    } finally {
      writeFileSync(picture, await driver.screenshot())
    }
  }
}

mkdirSync(pictures, { recursive: true })
const wanted = process.argv.slice(2)
for (const [name, open] of Object.entries(BROWSERS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  let driver: Driver
  try {
    driver = await open(DESKTOP)
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error
    say(`${name}: not tested, ${error.message}`)
    continue
  }
  say(driver.name)
  try {
    const demo = await startDemo()
    try {
      await walk(driver, demo.url)
    } finally {
      await demo.stop()
    }
  } finally {
    await driver.close()
  }
}
say(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

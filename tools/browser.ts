import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { isRoot } from './postgres/postgres-files.ts'
import { packageBin } from './processes/package-bin.ts'
import { startProgressLine } from './processes/progress-line.ts'
import { runCommand, runNode } from './processes/run-command.ts'

export interface Browser {
  executablePath: string
  /** Arguments for a headless browser without outside connections that can run in containers. */
  args: string[]
  origin: string
}

/** A full browser, or the headless shell, which uses a quarter less CPU. */
export type BrowserKind = 'whole' | 'shell'

const SHELLS_ON_PATH = ['chromium-headless-shell', 'chrome-headless-shell']
const NAMES_ON_PATH = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome']
const DOWNLOAD_LIMIT_MS = 5 * 60_000
const APT_LIMIT_MS = 10 * 60_000
const VERSION_LIMIT_MS = 20_000

/** Returns CHROME_PATH, an installed browser or Playwright's, installing one if there is none. */
export async function findBrowser(kind: BrowserKind): Promise<Browser> {
  const named = process.env.CHROME_PATH
  if (named) {
    if (!starts(named)) throw new Error(`CHROME_PATH names ${named}, which does not start as Chrome or Chromium`)
    return browser(named, 'CHROME_PATH')
  }
  return installedBrowser(kind) ?? (await playwrightBrowser()) ?? (await installBrowser(kind))
}

function browser(executablePath: string, origin: string): Browser {
  const args = [
    '--headless=new',
    // Chromium's sandbox does not work as root.
    ...(isRoot() ? ['--no-sandbox'] : []),
    '--disable-gpu',
    // The shell ignores the system's font settings; these match the journeys'.
    '--font-render-hinting=slight',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return { executablePath, args, origin }
}

function installedBrowser(kind: BrowserKind): Browser | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const names = kind === 'shell' ? [...SHELLS_ON_PATH, ...NAMES_ON_PATH] : NAMES_ON_PATH
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const found = [...onPath, ...usualPlaces()].find((path) => existsSync(path) && starts(path))
  return found ? browser(found, 'installed') : null
}

function usualPlaces(): string[] {
  if (process.platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium'].map((name) => `Applications/${name}.app/Contents/MacOS/${name}`)
    return apps.flatMap((app) => [join('/', app), join(homedir(), app)])
  }
  if (process.platform === 'win32') {
    const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    const programs = ['Google/Chrome/Application/chrome.exe', 'Chromium/Application/chrome.exe']
    return roots.flatMap((root) => (root ? programs.map((program) => join(root, program)) : []))
  }
  return ['/opt/google/chrome/chrome', '/usr/bin/chromium', '/usr/lib/chromium/chromium', '/snap/bin/chromium']
}

/** Returns whether the browser runs: `chromium-browser` may be a stub, or libraries may be missing. */
function starts(path: string): boolean {
  // On Windows asking for the version opens a window.
  if (process.platform === 'win32') return existsSync(path)
  const result = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: VERSION_LIMIT_MS })
  return result.status === 0 && /Chrom(e|ium)\b.* \d+\./.test(result.stdout)
}

async function playwrightBrowser(): Promise<Browser | null> {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) && starts(path) ? browser(path, 'downloaded by Playwright') : null
}

async function installBrowser(kind: BrowserKind): Promise<Browser> {
  const line = startProgressLine('Installing Chromium (once): downloading it with Playwright')
  const download = await runNode([packageBin('@playwright/test', 'playwright'), 'install', '--no-shell', 'chromium'], {
    limitMs: DOWNLOAD_LIMIT_MS,
  })
  const downloaded = await playwrightBrowser()
  if (downloaded) {
    line.end()
    return downloaded
  }
  let reports = download.output
  if (isRoot() && existsSync('/usr/bin/apt-get')) {
    line.update('Installing Chromium (once): from the Debian packages')
    for (const name of kind === 'shell' ? ['chromium-headless-shell', 'chromium'] : ['chromium']) {
      if (!installedBrowser(kind)) reports += await installFromDebian(name)
    }
  }
  line.end()
  const installed = installedBrowser(kind)
  if (installed) return { ...installed, origin: 'installed from the Debian packages' }
  throw new Error(
    'No Chrome or Chromium was found and none could be installed. Install one, or name one with CHROME_PATH=/path/to/it. ' +
      `What was tried:\n${reports}`,
  )
}

async function installFromDebian(name: string): Promise<string> {
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, limitMs: APT_LIMIT_MS }
  const update = await runCommand('apt-get', ['update'], options)
  // On some systems chromium is a stub that needs a service; `starts` detects it.
  const packages = [name, 'fonts-liberation']
  const install = await runCommand('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options)
  return update.output + install.output
}

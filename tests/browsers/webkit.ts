import { type ChildProcess, spawn } from 'node:child_process'
import { randomFreePort } from '../../tools/processes/free-port.ts'
import type { Driver } from './driver.ts'
import { endsWithUs, inPath } from './programs.ts'

const STARTS_WITHIN_MS = 20_000
const ASK_EVERY_MS = 100

/** Starts WebKitGTK on a display of its own and controls it by its WebDriver. Throws `NotInstalled`. */
export async function openWebkit({ width, height }: { width: number; height: number }): Promise<Driver> {
  const program = inPath(['WebKitWebDriver'], 'webkit2gtk-driver')
  const screen = inPath(['Xvfb'], 'xvfb')
  const size = `${width + 100}x${height + 300}x24`
  const xvfb = endsWithUs(
    spawn(screen, ['-displayfd', '3', '-screen', '0', size], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] }),
  )
  const display = await new Promise<string>((resolve, reject) => {
    xvfb.stdio[3]?.once('data', (data) => resolve(`:${String(data).trim()}`))
    xvfb.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
  })
  const port = await randomFreePort()
  // A dark desktop or another language would change what is shown.
  const env = { ...process.env, DISPLAY: display, LANG: 'C.UTF-8', GTK_THEME: 'Adwaita', NO_AT_BRIDGE: '1' }
  const child = endsWithUs(spawn(program, [`--port=${port}`], { stdio: 'ignore', env }))
  const api = `http://127.0.0.1:${port}`
  await listening(child, api)

  const options = { 'webkitgtk:browserOptions': { args: ['--automation'] } }
  const session = await ask<{ sessionId: string; capabilities: { browserVersion: string } }>('POST', `${api}/session`, {
    capabilities: { alwaysMatch: options },
  })
  const at = `${api}/session/${session.sessionId}`
  await ask('POST', `${at}/timeouts`, { script: 30_000, pageLoad: 60_000 })
  await ask('POST', `${at}/window/rect`, { x: 0, y: 0, width, height })

  return {
    name: `WebKitGTK ${session.capabilities.browserVersion}`,
    goto: async (url) => void (await ask('POST', `${at}/url`, { url })),
    async run(fn, ...args) {
      const script = `return (async () => JSON.stringify(await (${fn})(...${JSON.stringify(args)})) ?? 'null')()`
      return JSON.parse(await ask<string>('POST', `${at}/execute/sync`, { script, args: [] }))
    },
    perform: async (actions) => void (await ask('POST', `${at}/actions`, { actions })),
    screenshot: async () => Buffer.from(await ask<string>('GET', `${at}/screenshot`), 'base64'),
    // Its WebDriver doesn't report what a page logs.
    faults: () => [],
    async close() {
      await ask('DELETE', at).catch(() => {})
      await Promise.all([end(child), end(xvfb)])
    },
  }
}

async function ask<Value>(method: string, url: string, body?: object): Promise<Value> {
  const response = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
  const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value.error}: ${value.message}`)
  return value
}

async function listening(child: ChildProcess, api: string): Promise<void> {
  const until = Date.now() + STARTS_WITHIN_MS
  for (;;) {
    const isReady = await ask('GET', `${api}/status`).then(
      () => true,
      () => false,
    )
    if (isReady) return
    if (child.exitCode !== null || Date.now() > until) throw new Error(`WebKitWebDriver ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
  }
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill()
  })
}

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Driver } from './driver.ts'
import { endsWithUs, inPath } from './programs.ts'

const PREFERENCES = {
  'ui.prefersReducedMotion': 1,
  'intl.accept_languages': 'en-US',
  // No connection but to the server under test.
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.prefetch-next': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
}

/** Starts an installed Firefox without a window and controls it by WebDriver BiDi. Throws `NotInstalled`. */
export async function openFirefox({ width, height }: { width: number; height: number }): Promise<Driver> {
  const program = inPath(['firefox-esr', 'firefox'], 'firefox-esr')
  const profile = mkdtempSync(join(tmpdir(), 'aura-firefox-'))
  const lines = Object.entries(PREFERENCES).map(([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});`)
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const env = { ...process.env, HOME: profile }
  const child = endsWithUs(spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env }))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const remove = () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stderr.on('data', (data) => {
      output += data
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`Firefox ended with ${code}:\n${output}`)))
  })

  const faults: string[] = []
  const { send, close } = await connect(`${url}/session`, (event) => {
    if (event.method === 'log.entryAdded' && event.params.level === 'error') faults.push(String(event.params.text))
  })
  const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]?.context
  await send('browsingContext.setViewport', { context, viewport: { width, height } })

  return {
    name: `Firefox ${capabilities.browserVersion}`,
    goto: async (to) => void (await send('browsingContext.navigate', { context, url: to, wait: 'complete' })),
    async run(fn, ...given) {
      const outcome = await send<{ result?: { value: string }; exceptionDetails?: { text: string } }>(
        'script.callFunction',
        {
          functionDeclaration: `async () => JSON.stringify(await (${fn})(...${JSON.stringify(given)})) ?? 'null'`,
          target: { context },
          awaitPromise: true,
        },
      )
      if (outcome.exceptionDetails) throw new Error(outcome.exceptionDetails.text)
      return JSON.parse(outcome.result?.value ?? 'null')
    },
    perform: async (actions) => void (await send('input.performActions', { context, actions })),
    async screenshot() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    faults: () => faults,
    async close() {
      close()
      child.kill()
      await ended
      remove()
    },
  }
}

interface Event {
  method: string
  params: Record<string, unknown>
}

/** A connection on which each command gets its own answer. */
async function connect(url: string, onEvent: (event: Event) => void) {
  const socket = new WebSocket(url)
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data))
    if (message.type === 'event') return onEvent(message)
    const command = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.type === 'success') command?.resolve(message.result as never)
    else command?.reject(new Error(`${message.error}: ${message.message}`))
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser closed the connection'))
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`no connection to ${url}`)))
  })
  return {
    send: <Result = unknown>(method: string, params: object) =>
      new Promise<Result>((resolve, reject) => {
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        socket.send(JSON.stringify({ id: lastId, method, params }))
      }),
    close: () => socket.close(),
  }
}

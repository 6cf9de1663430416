import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'

/** Stands in for npm: logs each call, takes a moment, and creates the package that holds Node. */
const FAKE_NPM = `
import { appendFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n')
await new Promise((resolve) => setTimeout(resolve, 300))
if (existsSync('fail')) { console.error('npm says no'); process.exit(7) }
mkdirSync('node_modules/node/bin', { recursive: true })
if (!existsSync('node_modules/node/bin/node')) symlinkSync(process.execPath, 'node_modules/node/bin/node')
mkdirSync('node_modules/some/lib', { recursive: true })
for (const file of ['LICENSE.md', 'README.md', 'lib/index.js', 'lib/index.js.map', 'lib/index.d.ts'])
  writeFileSync('node_modules/some/' + file, '')
`

/** Replaces a command: reports its input and exits with the given code. */
const FAKE_START = `
const [how] = process.argv.slice(2)
if (how === 'wait') {
  process.on('SIGTERM', () => setTimeout(() => process.exit(5), 200))
  process.on('disconnect', () => process.exit(6))
  setInterval(() => {}, 1000)
}
console.log(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd(), node: process.execPath }))
if (how === 'kill') process.kill(process.pid, 'SIGKILL')
else if (how !== 'wait') process.exitCode = Number(how ?? 0)
`

let root: string

beforeEach(() => {
  npmAgent = 'npm/11.0.0 node/v24.0.0 linux x64'
  root = realpathSync(mkdtempSync(join(tmpdir(), 'aura-bootstrap-')))
  for (const folder of ['tools/commands', 'part']) mkdirSync(join(root, folder), { recursive: true })
  copyFileSync(join(import.meta.dirname, 'bootstrap.mjs'), join(root, 'tools/bootstrap.mjs'))
  for (const word of ['start', 'test']) write(`tools/commands/${word}.ts`, FAKE_START)
  write('npm-cli.mjs', FAKE_NPM)
  write('npm-cli.js', "import('./npm-cli.mjs')")
  write('package.json', JSON.stringify({ type: 'module', workspaces: ['part'] }))
  write('part/package.json', '{}')
  write('package-lock.json', '{}')
})

function write(file: string, text: string): void {
  writeFileSync(join(root, file), text)
}

function npmCalls(): number {
  return existsSync(join(root, 'npm-calls'))
    ? readFileSync(join(root, 'npm-calls'), 'utf8').trim().split('\n').length
    : 0
}

let npmAgent: string

function bootstrap(...args: string[]): ChildProcess {
  return spawn(process.execPath, [join(root, 'tools/bootstrap.mjs'), ...args], {
    cwd: tmpdir(),
    env: { ...process.env, npm_execpath: join(root, 'npm-cli.js'), npm_config_user_agent: npmAgent },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function run(...args: string[]): Promise<{ code: number | null; signal: string | null; output: string }> {
  const child = bootstrap(...args)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data) => {
      output += data
    })
  }
  const [code, signal] = await once(child, 'close')
  return { code, signal, output }
}

async function untilOutput(child: ChildProcess, text: string): Promise<void> {
  for await (const data of child.stdout ?? []) if (String(data).includes(text)) return
}

test('installs once, hands over arguments, folder and exit code', async () => {
  const first = await run('start', '3', 'two words')
  expect(first).toMatchObject({ code: 3, signal: null })
  expect(first.output).toContain('"args":["3","two words"]')
  expect(first.output).toContain(`"cwd":${JSON.stringify(root)}`)
  expect((await run('start')).code).toBe(0)
  expect(npmCalls()).toBe(1)
})

test('installs again when a dependency of any workspace changes', async () => {
  await run('start')
  write('part/package.json', '{ "dependencies": { "x": "1.0.0" } }')
  await run('start')
  write('package-lock.json', '{ "lockfileVersion": 3 }')
  await run('start')
  expect(npmCalls()).toBe(3)
})

test('starting installs what runs, testing the rest, and starting then nothing', async () => {
  const calls = () => readFileSync(join(root, 'npm-calls'), 'utf8').trim().split('\n')
  const files = () => readdirSync(join(root, 'node_modules/some'), { recursive: true }).sort()
  await run('start')
  expect(calls()).toEqual([expect.stringContaining('--omit=dev')])
  expect(files()).toEqual(['LICENSE.md', 'lib', 'lib/index.js'])
  await run('test')
  expect(calls()).toEqual([expect.anything(), expect.stringContaining('--include=dev')])
  expect(files()).toContain('lib/index.d.ts')
  await run('start')
  expect(npmCalls()).toBe(2)
  write('part/package.json', '{ "dependencies": { "x": "1.0.0" } }')
  await run('start')
  expect(calls().at(-1)).toContain('--include=dev')
})

test('refuses an npm that is too old to install, and says how to get another', async () => {
  npmAgent = 'npm/9.2.0 node/v20.19.2 linux x64'
  const { code, output } = await run('start')
  expect(code).toBe(1)
  expect(output).toContain('needs npm 10 or newer to install its packages; this is npm 9.2.0.')
  expect(npmCalls()).toBe(0)
})

test('shows what npm said when it fails, and does not believe half an install', async () => {
  write('fail', '')
  const failed = await run('start')
  expect(failed.code).toBe(1)
  expect(failed.output).toContain('npm says no')
  expect(failed.output).toContain('exit code 7')

  write('node_modules/half-a-package', '')
  rmSync(join(root, 'fail'))
  expect((await run('start')).code).toBe(0)
  expect(existsSync(join(root, 'node_modules/half-a-package'))).toBe(false)
})

test('two at the same time install once', async () => {
  const results = await Promise.all([run('start'), run('start'), run('start')])
  expect(results.map((result) => result.code)).toEqual([0, 0, 0])
  expect(npmCalls()).toBe(1)
})

test('removes the lock of one that was killed', async () => {
  const killed = bootstrap('start')
  await vi.waitFor(() => expect(npmCalls()).toBe(1), { timeout: 60_000, interval: 20 })
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(existsSync(join(root, 'node_modules/.aura-install.lock'))).toBe(true)
  expect((await run('start')).code).toBe(0)
  // The orphaned install was awaited, not interrupted.
  expect(npmCalls()).toBe(2)
  expect(existsSync(join(root, 'node_modules/.aura-install.lock'))).toBe(false)
})

test('stops in the middle of an install and redoes it next time', async () => {
  const stopped = bootstrap('start')
  await untilOutput(stopped, 'Installing')
  stopped.kill('SIGTERM')
  const [code, signal] = await once(stopped, 'exit')
  expect([code, signal]).toEqual([null, 'SIGTERM'])
  expect((await run('start')).code).toBe(0)
  expect(npmCalls()).toBeGreaterThan(0)
})

test('passes a signal on and waits for a graceful end', async () => {
  await run('start')
  const child = bootstrap('start', 'wait')
  await untilOutput(child, 'wait')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([5, null])
})

test('ends by the signal its script ended by', async () => {
  expect(await run('start', 'kill')).toMatchObject({ code: null, signal: 'SIGKILL' })
})

test('refuses words it does not know', async () => {
  expect(await run('fly')).toMatchObject({ code: 2, output: expect.stringContaining('start|dev|test') })
  expect(npmCalls()).toBe(0)
})

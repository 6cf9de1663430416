/** `npm start`: builds what changed, starts everything, says where it is, and stops it all on Ctrl-C. */
import { join } from 'node:path'
import { startProgressLine } from '../dev/src/progress-line.ts'
import { localEnv, localPort } from './local-env.ts'
import { type LastingProcess, startServer } from './server-process.ts'
import { onStopRequest } from './signals.ts'
import { buildWeb } from './web-build.ts'

const root = join(import.meta.dirname, '..')
let running: LastingProcess | undefined
let isStopping = false

onStopRequest(
  () => void stop(),
  () => {
    running?.kill()
    process.exit(1)
  },
)

try {
  await prepareWeb()
  await playDemo()
  await serve()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function prepareWeb(): Promise<void> {
  const line = startProgressLine('[1/3] Web app: building what changed')
  const build = await buildWeb(root)
  if (build.state === 'failed') {
    line.end('[1/3] Web app: the build failed')
    throw new Error(build.output)
  }
  line.end(build.state === 'built' ? '[1/3] Web app: built' : '[1/3] Web app: unchanged since the last build')
}

/** The creators who live here already; a program of its own, since the embedded database takes one at a time. */
async function playDemo(): Promise<void> {
  if (isStopping) return
  const line = startProgressLine('[2/3] Demo: letting its creators live their days')
  running = startServer([join(root, 'dev/src/demo/main.ts')], localEnv(), (message) => {
    if (message.type === 'progress') line.update(`[2/3] Demo: ${message.text}`)
  })
  const { text, code } = await running.ended
  if (isStopping) return
  line.end(code === 0 ? '[2/3] Demo: up to date' : `[2/3] Demo: failed (${text})`)
  if (code !== 0) process.exit(1)
}

async function serve(): Promise<void> {
  const port = await localPort()
  if (isStopping) return
  const line = startProgressLine('[3/3] Server: starting')
  running = startServer([join(root, 'server/src/main.ts')], { ...localEnv(), PORT: String(port) }, (message) => {
    if (isStopping) return
    if (message.type === 'progress') line.update(`[3/3] Server: ${message.text}`)
    else {
      line.end('[3/3] Server: running')
      console.log(welcome(message.url))
    }
  })
  const { text } = await running.ended
  if (isStopping) return
  line.end()
  console.error(`The server stopped by itself (${text}).`)
  process.exit(1)
}

function welcome(url: string): string {
  return `
  Aura is running: ${url}

  1. Open ${url} in a browser.
  2. Press LOGIN and choose "Aura Demo Wallet".
  3. Read a lesson and claim its points.

  Ctrl-C stops everything. What you did is kept for the next start.
`
}

async function stop(): Promise<void> {
  isStopping = true
  await running?.stop()
  process.exit(0)
}

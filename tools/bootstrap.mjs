/**
 * Runs one of the project's commands (start, dev, test, …) on any machine with Node and npm: installs what is
 * missing, then runs tools/commands/<word>.ts with the project's own Node. Plain JavaScript without
 * dependencies, because it runs before there are any.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const WORDS = [
  'start',
  'dev',
  'test',
  'test-all',
  'build',
  'bench',
  'audit',
  'admin',
  'doctor',
  'edge',
  'backup',
  'restore',
  'check',
  'shots',
  'sbom',
  'lesson',
  'deploy-contracts',
]
/** Commands that need neither test tools nor compilers, which are more than half of all packages. */
const WORDS_TO_RUN = ['start', 'build', 'audit', 'admin', 'doctor', 'edge', 'backup', 'restore']
const OLDEST_NODE = [20, 19]
/** npm 9 can't read overrides of a package that others want as `latest`. */
const OLDEST_NPM = 10
const PROJECT_NODE_MAJOR = 24
/** Files of packages that only compilers, debuggers and readers use. */
const NOT_RUN = /[.](?:map|[cm]?ts|md)$/
const LICENCE = /^(?:licen[cs]e|notice|copying)/i
const PARENT_CHECK_MS = 500
const LOCK_WAIT_MS = 15 * 60_000
/** A lock without a process id may still be in the middle of being written. */
const LOCK_WRITE_MS = 5_000

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.aura-install')
const lockFile = join(modules, '.aura-install.lock')
/** Marks an installation in progress; it remains if npm was interrupted. */
const unfinishedFile = join(modules, '.aura-install.unfinished')

const [word, ...args] = process.argv.slice(2)
let child
let stoppedBy
let holdsLock = false
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']
for (const signal of stopSignals) process.on(signal, () => forward(signal))
process.on('exit', releaseLock)
watchParent()

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

async function main() {
  refuseOldNode()
  if (!WORDS.includes(word)) {
    console.error(`Usage: node tools/bootstrap.mjs ${WORDS.join('|')} [arguments]`)
    process.exit(2)
  }
  const isWhole = !WORDS_TO_RUN.includes(word)
  if (!isInstalled(isWhole)) await install(isWhole)
  run(projectNode())
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  console.error(`Aura needs Node ${OLDEST_NODE.join('.')} or newer to start; this is Node ${process.versions.node}.`)
  process.exit(1)
}

/** Reads the npm version from the name that npm passes to the scripts it runs. */
function refuseOldNpm() {
  const [, version, major] = /^npm\/((\d+)\S*)/.exec(process.env.npm_config_user_agent ?? '') ?? []
  if (major === undefined || Number(major) >= OLDEST_NPM) return
  throw new Error(
    `Aura needs npm ${OLDEST_NPM} or newer to install its packages; this is npm ${version}. ` +
      'This brings one: npm install --global npm@11',
  )
}

/**
 * Returns a text that changes whenever an install has something to do: other dependencies, or another kind of machine.
 */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const name of ['package-lock.json', 'package.json', ...workspaces().map((folder) => `${folder}/package.json`)]) {
    const file = join(root, name)
    hash.update(`${name}\n`).update(existsSync(file) ? readFileSync(file) : '')
  }
  return hash.digest('hex')
}

function workspaces() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces
}

/** Reads the stamp: the dependencies of the last installation, and whether it left out the development packages. */
function lastInstall() {
  const [of, extent] = existsSync(stampFile) ? readFileSync(stampFile, 'utf8').trim().split(' ') : []
  return { of, isWhole: extent === 'whole' }
}

function isInstalled(isWhole) {
  const last = lastInstall()
  return last.of === fingerprint() && (last.isWhole || !isWhole)
}

async function install(isWholeWanted) {
  refuseOldNpm()
  mkdirSync(modules, { recursive: true })
  await takeLock()
  try {
    // The previous holder of the lock may have finished the install.
    if (isInstalled(isWholeWanted)) return
    const last = lastInstall()
    const isWhole = isWholeWanted || last.isWhole
    rmSync(stampFile, { force: true })
    // npm doesn't notice missing files of a package.
    if (existsSync(unfinishedFile) || (isWhole && last.of && !last.isWhole)) removeModules()
    writeFileSync(unfinishedFile, '')
    const before = fingerprint()
    await npmInstall(isWhole)
    if (!isWhole) {
      // npm installs this optional peer of production packages because development needs it.
      for (const name of ['typescript', '@typescript']) rmSync(join(modules, name), { recursive: true, force: true })
      removeWhatNobodyRuns(modules)
    }
    // The Node program was linked out of this folder, which is not needed any more.
    rmSync(join(modules, 'node/node_modules'), { recursive: true, force: true })
    rmSync(unfinishedFile)
    projectNode()
    writeFileSync(stampFile, `${before} ${isWhole ? 'whole' : 'to-run'}\n`)
  } finally {
    releaseLock()
  }
}

/** Removes node_modules, since npm takes a partly unpacked package for an installed one. */
function removeModules() {
  const keep = [lockFile, unfinishedFile]
  const inRoot = readdirSync(modules).map((name) => join(modules, name))
  const inWorkspaces = workspaces().map((name) => join(root, name, 'node_modules'))
  for (const path of [...inRoot, ...inWorkspaces]) {
    if (!keep.includes(path)) rmSync(path, { recursive: true, force: true })
  }
}

/** Removes files that no program reads. Workspaces are links, which are not followed. */
function removeWhatNobodyRuns(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removeWhatNobodyRuns(path)
    else if (entry.isFile() && NOT_RUN.test(entry.name) && !LICENCE.test(entry.name)) rmSync(path)
  }
}

async function npmInstall(isWhole) {
  const line = startLine('Installing packages (only when they changed; about half a minute)')
  // With NODE_ENV=production npm would omit what building and testing need.
  const extent = isWhole ? ['--include=dev'] : ['--omit=dev', '--omit=peer']
  const npmArgs = ['install', '--no-save', ...extent, '--loglevel=error', '--no-audit', '--no-fund']
  const cli = process.env.npm_execpath
  const [file, ...first] = cli && /npm-cli\.c?js$/.test(cli) ? [process.execPath, cli] : ['npm']
  child = spawn(file, [...first, ...npmArgs], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: file === 'npm' && process.platform === 'win32',
  })
  // An npm that outlives us, because only we were killed, still holds the lock.
  if (child.pid) writeFileSync(lockFile, `${process.pid} ${child.pid}`)
  let output = ''
  const keep = (data) => {
    output += data
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ending = await ended(child)
  child = undefined
  line.end(ending.code === 0 ? 'Packages installed' : undefined)
  if (stoppedBy) {
    exitLike({ signal: stoppedBy })
    return new Promise(() => {})
  }
  if (ending.error) throw new Error(`npm could not be started: ${ending.error.message}`)
  if (ending.code !== 0) {
    const how = ending.signal ?? `exit code ${ending.code}`
    throw new Error(`${output}\nnpm install failed (${how}); what it said stands above.`)
  }
}

/** Returns the bundled Node, or this one if its version fits. */
function projectNode() {
  const bin = join(modules, 'node', 'bin')
  for (const file of [join(bin, 'node.exe'), join(bin, 'node')]) {
    if (nodeMajor(file) === PROJECT_NODE_MAJOR) return file
  }
  // No bundled Node for this system, or its install script was refused.
  if (Number(process.versions.node.split('.')[0]) === PROJECT_NODE_MAJOR) return process.execPath
  throw new Error(
    `The npm package "node", which brings Node ${PROJECT_NODE_MAJOR}, has no working program in node_modules/node/bin: ` +
      'most likely npm was not allowed to run its install script.\n' +
      'Run  npm rebuild node --ignore-scripts=false  and try again, ' +
      `or run the same command with Node ${PROJECT_NODE_MAJOR} installed on this machine.`,
  )
}

function nodeMajor(file) {
  if (!existsSync(file)) return null
  const result = spawnSync(file, ['--version'], { encoding: 'utf8' })
  const match = /^v(\d+)\./.exec(result.stdout ?? '')
  return match ? Number(match[1]) : null
}

function run(node) {
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const path = [join(modules, '.bin'), dirname(node), process.env[pathName]].filter(Boolean).join(delimiter)
  // The channel closes even if we are killed, which tells the script.
  child = spawn(node, [join('tools/commands', `${word}.ts`), ...args], {
    cwd: root,
    // Compiled code of an earlier start shortens the next by a fifth.
    env: { NODE_COMPILE_CACHE: join(modules, '.cache/compiled'), ...process.env, [pathName]: path },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  ended(child).then((ending) => {
    if (ending.error) throw ending.error
    exitLike(ending)
  })
}

function ended(process) {
  return new Promise((resolve) => {
    process.once('error', (error) => resolve({ error }))
    process.once('exit', (code, signal) => resolve({ code, signal }))
  })
}

/**
 * Passes a signal on and lets the child decide when to end. From a terminal the child gets it twice, once directly and
 * once from here; the scripts treat signals that arrive together as one.
 */
function forward(signal) {
  stoppedBy ??= signal
  if (child) child.kill(signal)
  else exitLike({ signal })
}

/**
 * Forwards SIGTERM when the parent is gone: npm runs us through a shell that dies on a signal without forwarding it.
 * Run without npm, we may outlive a closed terminal.
 */
function watchParent() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    forward('SIGTERM')
  }, PARENT_CHECK_MS)
  timer.unref()
}

function exitLike({ code, signal }) {
  if (!signal) process.exit(code)
  releaseLock()
  for (const name of stopSignals) process.removeAllListeners(name)
  process.kill(process.pid, signal)
  // If the signal doesn't end us (on Windows, or if it is ignored), exits with a shell's code for it.
  setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 100)
}

async function takeLock() {
  const startedAtMs = Date.now()
  let line
  for (;;) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
      holdsLock = true
      line?.end()
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = lockHolder(lockFile)
    if (holder === null) removeStaleLock()
    else if (Date.now() - startedAtMs > LOCK_WAIT_MS) {
      line?.end()
      throw new Error(`Process ${holder} has been installing for too long. If it is not, remove ${lockFile}.`)
    } else {
      line ??= startLine(`Waiting for another install (process ${holder})`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

/** Returns the process id of a live holder of the lock, 'unknown' while it is being written, or null. */
function lockHolder(file) {
  try {
    const pids = readFileSync(file, 'utf8').split(' ').filter(Boolean)
    if (pids.length === 0) return Date.now() - statSync(file).mtimeMs < LOCK_WRITE_MS ? 'unknown' : null
    return pids.find((pid) => isAlive(Number(pid))) ?? null
  } catch {
    return null
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists, but belongs to another user.
    return error.code === 'EPERM'
  }
}

/**
 * Renames the lock before deleting it, so that only one of several processes removes it and none removes a new lock.
 */
function removeStaleLock() {
  const moved = `${lockFile}.${process.pid}`
  try {
    renameSync(lockFile, moved)
  } catch {
    return
  }
  if (lockHolder(moved) === null) rmSync(moved, { force: true })
  else renameSync(moved, lockFile)
}

function releaseLock() {
  if (!holdsLock) return
  holdsLock = false
  rmSync(lockFile, { force: true })
}

/** Starts a line that a terminal redraws every second; elsewhere it is printed once. */
function startLine(text) {
  const startedAtMs = Date.now()
  const seconds = () => `${Math.round((Date.now() - startedAtMs) / 1_000)} s`
  if (!process.stdout.isTTY) {
    console.log(`${text} …`)
    return { end: (last) => last && console.log(`${last} (${seconds()})`) }
  }
  const draw = () => process.stdout.write(`\r\u001b[2K${text} … ${seconds()}`)
  draw()
  const timer = setInterval(draw, 1_000)
  return {
    end(last) {
      clearInterval(timer)
      process.stdout.write(`\r\u001b[2K${last ? `${last} (${seconds()})\n` : ''}`)
    },
  }
}

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const REPOSITORY = join(import.meta.dirname, '../..')
const HA = join(REPOSITORY, 'deploy/ha')
const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8')
const SCRIPT = read('deploy/ha/cluster.sh')
const TOOLS = ['dirname', 'basename', 'sort', 'id', 'cat', 'tail', 'realpath']

const folder = mkdtempSync(join(tmpdir(), 'aura-ha-'))
afterAll(() => rmSync(folder, { recursive: true }))

const namesIn = (text: string) => new Set([...text.matchAll(/@([A-Z_\d]+)@/g)].map(([, name]) => name))

it.each(['patroni.yaml', 'haproxy.cfg'])('cluster.sh fills in every name of %s', (file) => {
  const filledIn = new Set([...SCRIPT.matchAll(/s\|@([A-Z_\d]+)@\|/g)].map(([, name]) => name))
  const wanted = namesIn(read(`deploy/ha/${file}`).replaceAll('@NAMES@', ''))
  expect(wanted.size).toBeGreaterThan(4)
  expect([...wanted].filter((name) => !filledIn.has(name))).toEqual([])
})

it('docs/running.md names only what cluster.sh can do', () => {
  const commands = [...read('docs/running.md').matchAll(/deploy\/ha\/cluster\.sh (\w+) \//g)].map(([, name]) => name)
  expect(commands).toEqual(['start', 'switch', 'restart', 'status', 'stop'])
  for (const command of commands) expect(SCRIPT).toMatch(new RegExp(`^  ${command}\\)$`, 'm'))
})

// Patroni and its etcd run on Linux only.
it.runIf(process.platform === 'linux')('cluster.sh says which programs are missing, and starts nothing', () => {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const tool of TOOLS) symlinkSync(`/usr/bin/${tool}`, join(bin, tool))
  const { status, stderr } = spawnSync('/bin/sh', [join(HA, 'cluster.sh'), 'start', join(folder, 'cluster')], {
    env: { PATH: bin },
    encoding: 'utf8',
  })
  expect(stderr).toMatch(/^Not installed: patroni patronictl etcd .*apt-get install .*patroni etcd-server/)
  expect(status).toBe(3)
})

it.runIf(process.platform === 'linux').each(['', '/', '/.', '/../cluster of mine'])(
  'cluster.sh stops what runs, however the folder is written: %j',
  async (end) => {
    const cluster = join(folder, 'cluster of mine')
    mkdirSync(join(cluster, 'run'), { recursive: true })
    const proxy = spawn('/bin/sh', ['-c', 'read line', join(cluster, 'haproxy.cfg')])
    const ended = once(proxy, 'exit')
    await once(proxy, 'spawn')
    writeFileSync(join(cluster, 'run/haproxy.pid'), String(proxy.pid))
    expect(spawnSync(join(HA, 'cluster.sh'), ['stop', `${cluster}${end}`]).status).toBe(0)
    expect(await ended).toEqual([null, 'SIGTERM'])
  },
)

it('quotes the paths in the settings of Patroni, which may have spaces', () => {
  const settings = read('deploy/ha/patroni.yaml')
  expect(settings.match(/'@(?:SCRIPT|FOLDER|PG_BIN)@/g)?.length).toBeGreaterThan(4)
  expect(settings.match(/[^']@(?:SCRIPT|FOLDER|PG_BIN)@/g)).toBeNull()
})
